import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { readLedgerCheck } from '../../contract/ledger-checks.ts'
import { limits } from '../../contract/limits.ts'
import { listNotifications } from '../../contract/notifications.ts'
import { createTransaction } from '../../contract/transactions.ts'
import { readInvariants, isOfTheSchema } from '../../ledger/invariants.ts'
import { type Client, testApp } from '../testing/app.ts'
import { colleague } from '../testing/colleagues.ts'
import { stocked } from '../testing/stocked.ts'
import { checkLedgers, type CheckOptions } from './check-ledgers.ts'
import { firstRows } from './first-rows.ts'
import { ruleName } from './rule-name.ts'

const app = await testApp()
const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn(), debug: vi.fn() }
afterEach(() => void vi.clearAllMocks())

const check = (options: Partial<CheckOptions> = {}) => checkLedgers(app.db, log, { withinMs: 0, rest: 0, ...options })
const read = (who: Client) => who.call(readLedgerCheck, {})

let me: Client
let other: Client
let product_id: string

beforeAll(async () => {
  const company = await stocked(app)
  me = company.me
  product_id = (await company.product(20)).id
  other = await app.signUp()
})

/** What no person or program can do: bypass triggers and keys. */
async function damage(statement: string): Promise<void> {
  await app.admin.query(`begin; set local session_replication_role = replica; ${statement}; commit`)
}

const onHand = async () =>
  (await app.admin.query(`select sum(available) as available from stock_levels where product_id = '${product_id}'`))
    .rows

test('before the first check no result is shown; a sound ledger is reported with the time of the check', async () => {
  const none = { posting_count: null, movement_count: null, units_on_hand: null }
  expect(await read(me)).toEqual({ checked_at: null, broken: [], unfinished: [], rules: [], recent: [], ...none })
  const found = await check()
  expect(found?.map(({ org_id }) => org_id)).toEqual(expect.arrayContaining([null, me.org_id, other.org_id]))
  for (const who of [me, other]) {
    const said = await read(who)
    expect(said).toMatchObject({ checked_at: expect.any(String), broken: [], unfinished: [] })
  }
  expect(log.error).not.toHaveBeenCalled()
  expect(log.warn).not.toHaveBeenCalled()
})

test('a result says which rules were checked, over how many postings, movements and units, each organization its own', async () => {
  await check()
  const rules = (await readInvariants()).filter(({ name }) => !isOfTheSchema(name)).map(ruleName)
  expect(await read(me)).toMatchObject({ rules, posting_count: 1, movement_count: 1, units_on_hand: 20 })
  expect(await read(other)).toMatchObject({ rules, posting_count: 0, movement_count: 0, units_on_hand: 0 })
})

test('the latest results are kept in counts, newest first, and older ones removed', async () => {
  await damage(`update stock_levels set available = available + 1 where product_id = '${product_id}'`)
  await check()
  await damage(`update stock_levels set available = available - 1 where product_id = '${product_id}'`)
  await app.admin.query(
    `insert into ledger_check_results
     select org_id, now() - day * interval '1 day', 1, 0, 0
     from unnest(array[$1, $2]::uuid[]) org_id, generate_series(1, $3) day`,
    [me.org_id, other.org_id, limits.ledgerChecksKept],
  )
  await check()
  const { recent, checked_at, rules } = await read(me)
  expect(recent).toHaveLength(limits.ledgerChecksKept)
  expect(recent.slice(0, 2)).toEqual([
    { checked_at, rule_count: rules.length, broken_count: 0, unfinished_count: 0 },
    { checked_at: expect.any(String), rule_count: rules.length, broken_count: 3, unfinished_count: 0 },
  ])
  const times = recent.map((one) => one.checked_at)
  expect(times).toEqual([...times].sort((one, next) => next.localeCompare(one)))
})

test('unaccounted units are found, logged by rule and count, shown to their owner only, and not repaired', async () => {
  await damage(`update stock_levels set available = available + 1 where product_id = '${product_id}'`)
  const broken = await onHand()
  await check()
  const rules = [
    { rule: 'balances-are-the-sum-of-movements', rows: 1 },
    { rule: 'nothing-is-created-or-destroyed', rows: 1 },
    { rule: 'totals-are-the-levels', rows: 1 },
  ]
  expect((await read(me)).broken).toEqual(rules)
  expect((await read(other)).broken).toEqual([])
  expect(log.error.mock.calls).toEqual(
    rules.map((rule) => [{ org_id: me.org_id, ...rule }, 'the ledger does not add up']),
  )
  expect(await onHand()).toEqual(broken)
  expect(await firstRows(app.db, me.org_id, 'balances-are-the-sum-of-movements')).toEqual([
    expect.objectContaining({ product_id, account: 'available', balance: 21, movements: 20 }),
  ])

  await damage(`update stock_levels set available = available - 1 where product_id = '${product_id}'`)
  await check()
  expect((await read(me)).broken).toEqual([])
})

test('a ledger that stops adding up notifies owners and admins once, until it adds up again', async () => {
  // Messages queued by the previous test aren't for members who join now.
  await app.app.outbox.drain()
  const [admin, staff] = [await colleague(app, me, 'admin'), await colleague(app, me, 'staff')]
  const notificationsOf = async (who: Client) => {
    await app.app.outbox.drain()
    const { items } = await who.call(listNotifications, { limit: 100 })
    return items.filter(({ kind }) => kind === 'ledger_check')
  }
  const before = (await notificationsOf(me)).length
  const change = (sign: '+' | '-') =>
    damage(`update stock_levels set available = available ${sign} 1 where product_id = '${product_id}'`)
  await change('+')
  await check()
  // The rule is still violated the next day.
  await check()
  expect(
    [await notificationsOf(me), await notificationsOf(admin), await notificationsOf(staff)].map(({ length }) => length),
  ).toEqual([before + 1, 1, 0])
  await change('-')
  await check()
  await change('+')
  await check()
  await change('-')
  expect(
    [await notificationsOf(me), await notificationsOf(admin), await notificationsOf(staff)].map(({ length }) => length),
  ).toEqual([before + 2, 2, 0])
  expect((await notificationsOf(admin))[0]).toMatchObject({
    type: 'system',
    title: 'The ledger does not add up',
    body: '3 rules are violated. Nothing was changed.',
    address: '/settings/ledger',
    actor_name: null,
  })
})

test('owners and admins are notified, no one else', async () => {
  for (const [role, mayRead] of [
    ['admin', true],
    ['staff', false],
    ['viewer', false],
    ['owner', true],
  ] as const) {
    await app.admin.query('update members set role = $1 where user_id = $2', [role, other.user_id])
    const answer = mayRead ? read(other) : other.refused(readLedgerCheck, {})
    expect([role, await answer]).toMatchObject([role, mayRead ? { broken: [] } : { code: 'forbidden' }])
  }
})

test("a failure of the guards of all ledgers is logged, and isn't one organization’s fault", async () => {
  await app.admin.query('alter table products no force row level security')
  await check()
  await app.admin.query('alter table products force row level security')
  expect(log.error.mock.calls).toEqual([
    [{ org_id: null, rule: 'row-level-security-is-forced', rows: 1 }, expect.stringContaining('missing safeguards')],
  ])
  expect((await read(me)).broken).toEqual([])
})

test('every other invariant is per organization', async () => {
  const others: string[] = []
  for (const { name, text } of await readInvariants()) {
    const { fields } = await app.admin.query(`select * from (\n${text}\n) broken limit 0`)
    if (!fields.some((field) => field.name === 'org_id')) others.push(name)
  }
  expect(others.length).toBeGreaterThan(0)
  expect(others.filter((name) => !isOfTheSchema(name))).toEqual([])
})

test('an invariant that fails to run is logged and reported, and the others are still checked', async () => {
  await app.admin.query('alter table stock_rules rename column maximum to most')
  await damage(`update stock_levels set held = held + 1 where product_id = '${product_id}'`)
  await check()
  await app.admin.query('alter table stock_rules rename column most to maximum')
  await damage(`update stock_levels set held = held - 1 where product_id = '${product_id}'`)
  const said = await read(me)
  expect(said.unfinished).toEqual(['maximum-is-not-below-minimum'])
  expect(said.broken.map(({ rule }) => rule)).toContain('totals-are-the-levels')
  expect(log.error).toHaveBeenCalledWith(
    { org_id: me.org_id, rule: 'maximum-is-not-below-minimum', code: '42703' },
    'a rule of the ledger could not be checked',
  )
})

test('a result that can’t be stored is logged, and the other organizations are still checked', async () => {
  const order = await app.admin.query<{ org_id: string }>('select org_id from app.ledgers_to_check($1)', ['0 s'])
  const [first, ...others] = order.rows.map(({ org_id }) => org_id)
  const transaction: typeof app.db.transaction = (scope, ...work) =>
    scope?.org_id === first ? Promise.reject(new Error('it was removed')) : app.db.transaction(scope, ...work)
  const stored: (string | null)[] = []
  const onChecked = ({ org_id }: { org_id: string | null }) => stored.push(org_id)
  await checkLedgers({ ...app.db, transaction }, log, { withinMs: 0, rest: 0, onChecked })
  expect(others.length).toBeGreaterThan(0)
  expect(stored).toEqual([null, ...others])
  expect(log.warn).toHaveBeenCalledWith(expect.objectContaining({ org_id: first }), expect.stringContaining('stored'))
})

describe('a query that hangs', () => {
  /** Another transaction holds a table: its check waits. */
  async function whileLocked(work: () => Promise<void>): Promise<void> {
    await app.admin.query('begin; lock table stock_rules in access exclusive mode')
    try {
      await work()
    } finally {
      await app.admin.query('rollback')
    }
  }
  const patient = { timeout: 30_000 }
  const waiting = async () => {
    // This session is in a transaction, which would keep its first snapshot.
    await app.admin.query('select pg_stat_clear_snapshot()')
    const { rows } = await app.admin.query(
      `select pid from pg_stat_activity where datname = current_database() and query like 'select count(*)%' and wait_event_type = 'Lock'`,
    )
    return rows.length
  }

  test("longer than allowed is cancelled, reported, and isn't taken as sound", async () => {
    await whileLocked(async () => void (await check({ querySeconds: 0.3 })))
    const { broken, unfinished } = await read(me)
    expect(broken).toEqual([])
    expect(unfinished).toContain('maximum-is-not-below-minimum')
    expect(log.warn).toHaveBeenCalledWith(
      { org_id: me.org_id, rule: 'maximum-is-not-below-minimum' },
      expect.stringContaining('in time'),
    )
    await check()
    expect((await read(me)).unfinished).toEqual([])
  })

  test("doesn't let a second server check at the same time", async () => {
    let first: ReturnType<typeof check> | undefined
    await whileLocked(async () => {
      first = check()
      await expect.poll(waiting, patient).toBe(1)
      expect(await check()).toBeNull()
    })
    expect((await first)?.length).toBeGreaterThan(1)
    expect((await check())?.length).toBeGreaterThan(1)
  })

  test('ends immediately when the server stops, in PostgreSQL too, and leaves earlier results', async () => {
    const before = await read(me)
    await whileLocked(async () => {
      const stopping = new AbortController()
      const looking = check({ signal: stopping.signal })
      await expect.poll(waiting, patient).toBe(1)
      stopping.abort()
      expect(await looking).toEqual([])
      await expect.poll(waiting, patient).toBe(0)
    })
    expect(await read(me)).toEqual(before)
  })
})

test("recently checked organizations are skipped; new ones aren't, nor one checked in the future by a clock set back", async () => {
  await check()
  expect(await check({ withinMs: 60_000 })).toEqual([])
  const young = await app.signUp()
  await app.admin.query(`update ledger_checks set checked_at = now() + interval '1 day' where org_id = $1`, [me.org_id])
  await app.admin.query(`update ledger_checks set checked_at = now() - interval '61 s' where org_id = $1`, [
    other.org_id,
  ])
  const found = await check({ withinMs: 60_000 })
  expect(found?.map(({ org_id }) => org_id)).toEqual([null, young.org_id, other.org_id, me.org_id])
})

test('a ledger adds up at every moment while people post', async () => {
  let left = 120
  const poster = async () => {
    while (left-- > 0) await me.call(createTransaction, { product_id, type: 'adjustment', quantity: left % 2 ? 2 : -1 })
  }
  const posting = Promise.all(Array.from({ length: 6 }, poster))
  let looks = 0
  while (left > 0 || looks === 0) {
    for (const { org_id, broken } of (await check()) ?? []) expect([org_id, broken]).toEqual([org_id, []])
    looks += 1
  }
  await posting
})

test('the server does all this by itself, a few minutes after its start', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const server = await testApp({ recurringWork: true })
  await server.admin.query(`insert into organizations (org_id, name) values (gen_random_uuid(), 'Test')`)
  const checked = async () => (await server.admin.query('select broken from ledger_checks')).rows
  vi.advanceTimersByTime(limits.ledgerCheckAfterMinutes * 60_000 - 1_000)
  expect(await checked()).toEqual([])
  vi.advanceTimersByTime(2_000)
  vi.useRealTimers()
  await expect.poll(checked, { timeout: 30_000 }).toEqual([{ broken: [] }])
})
