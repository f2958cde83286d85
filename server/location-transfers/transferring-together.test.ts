import { expect, test } from 'vitest'
import { createTransfer, listTransfers, readTransfer } from '../../contract/location-transfers.ts'
import { createLocation, updateLocation } from '../../contract/locations.ts'
import { createTransaction } from '../../contract/transactions.ts'
import { expectSound } from '../testing/expect-sound.ts'
import { newId } from '../platform/ids.ts'
import type { Client } from '../testing/app.ts'
import { colleague } from '../testing/colleagues.ts'
import { answerOrCode, groupingApp, inGroupsAndOneByOne, untilAccepted } from '../testing/groups.ts'
import { lockAwaited } from '../testing/lock-awaited.ts'
import { stocked, type Stocked } from '../testing/stocked.ts'
import { times } from '../testing/together.ts'
import { tracesOf } from '../testing/traces.ts'

const app = await groupingApp()

const moved = ({ main, shop }: Stocked, product: { id: string }, more: object = {}) => ({
  product_id: product.id,
  from_location_id: main,
  to_location_id: shop,
  quantity: 2,
  reason: 'demand' as const,
  ...more,
})

test('transfers of several people are posted in groups, and each row is audited with its person', async () => {
  const s = await stocked(app)
  const people = [s.me, await colleague(app, s.me, 'staff')]
  const goods = await Promise.all(times(4, () => s.product(100)))
  const { result, groups, members, failedGroups } = await app.gather(
    times(120, (n) => () => {
      const status = n % 3 ? ('completed' as const) : ('pending' as const)
      const asked = moved(s, goods[n % 4] as { id: string }, { status })
      return untilAccepted(() => (people[n % 2] as Client).call(createTransfer, asked))
    }),
  )
  expect(failedGroups).toBe(0)
  expect(members / groups).toBeGreaterThanOrEqual(8)
  for (const [n, transfer] of result.entries())
    expect(transfer).toMatchObject({ status: n % 3 ? 'completed' : 'pending', user_id: people[n % 2]?.user_id })
  expect(result[77]).toEqual(await s.me.call(readTransfer, { transfer_id: result[77]?.id ?? '' }))
  for (const { id } of goods) {
    expect([await s.at(id, s.main), await s.at(id, s.shop)]).toEqual([40, 40])
    expect(await s.stock(id)).toMatchObject({ on_hand: 80, in_transit: 20 })
  }
  const { rows } = await app.admin.query(
    `select count(*)::int as rows, (count(*) filter (where a.user_id <> t.user_id))::int as wrong
     from audit_trail a join location_transfers t on t.org_id = a.org_id and t.id = a.record_id where a.org_id = $1`,
    [s.me.org_id],
  )
  expect(rows).toEqual([{ rows: 120, wrong: 0 }])
  await expectSound(app)
})

/** What they write. */
const tables = {
  location_transfers: [],
  stock_demands: [],
  stock_commitments: [],
  stock_levels: [],
  stock_movements: [],
  product_totals: [],
  stock_months: [],
  product_months: [],
}

test('transfers made together have the same result as one by one', async () => {
  const { members, inGroups, oneByOne } = await inGroupsAndOneByOne(app, async (one) => {
    const s = await stocked(one)
    const [plain, withLots] = [await s.product(100), await s.product(5)]
    const into = { product_id: withLots.id, type: 'in' as const, reason_code: 'purchase_order' as const }
    await s.me.call(createTransaction, { ...into, quantity: 60, location_id: s.main, lot_number: 'L-1' })
    await colleague(one, s.me, 'staff')
    const asked = times(40, (n) =>
      moved(s, n % 4 ? plain : withLots, {
        quantity: 2,
        // Whatever the order of arrival, the same units of each lot are in transit.
        status: n % 4 && n % 5 ? 'completed' : 'pending',
        notes: n % 2 ? 'by noon' : null,
      }),
    )
    const { members } = await one.gather(
      asked.map((input, n) => () => s.me.call(createTransfer, input, { idempotencyKey: `transfer-${n}` })),
    )
    return { members, result: await tracesOf(one, s.me.org_id, tables) }
  })
  expect(members).toBeGreaterThan(20)
  expect(inGroups).toMatchObject({ notifications: { transfer: 40 } })
  expect(inGroups).toEqual(oneByOne)
})

test.each(['first', 'in the middle', 'last'] as const)(
  "a transfer refused %s doesn't affect the others of its group",
  async (where) => {
    const s = await stocked(app)
    const viewer = await colleague(app, s.me, 'viewer')
    const staff = await colleague(app, s.me, 'staff')
    const stranger = await app.signUp()
    const [chai, scarce, archived] = [await s.product(100), await s.product(1), await s.product(5)]
    const { id: closed } = await s.me.call(createLocation, { name: 'Old shop' })
    await s.me.call(updateLocation, { id: closed, name: 'Old shop', is_active: false, version: 1 })
    await app.admin.query('update products set archived_at = now() where id = $1', [archived.id])
    const good = (more: object = {}) => moved(s, chai, { quantity: 1, ...more })
    const known = good({ id: newId() })
    await s.me.call(createTransfer, known)
    const wrong: [string, Client, object][] = [
      ['not_found', s.me, good({ product_id: newId() })],
      ['not_found', s.me, good({ to_location_id: newId() })],
      ['not_found', s.me, good({ from_location_id: newId() })],
      ['location_not_active', s.me, good({ to_location_id: closed })],
      ['insufficient_stock', s.me, moved(s, scarce)],
      ['too_many_decimals', s.me, good({ quantity: 1.5 })],
      ['product_archived', s.me, moved(s, archived)],
      ['idempotency_key_reused', s.me, { ...known, quantity: 5 }],
      ['idempotency_key_reused', staff, known],
      ['forbidden', viewer, good()],
      ['not_found', stranger.in(s.me.org_id), good()],
    ]
    const right = times(20, () => [null, s.me, good()] as const)
    const index = { first: 0, 'in the middle': 10, last: right.length }[where]
    const all = [...right.slice(0, index), ...wrong, ...right.slice(index)]
    const { result, groups, failedGroups } = await app.gather(
      all.map(
        ([, person, input]) =>
          () =>
            answerOrCode(person.call(createTransfer, input as never)),
      ),
    )
    await app.admin.query('update products set archived_at = null where id = $1', [archived.id])
    expect(groups).toBeGreaterThan(0)
    expect(failedGroups).toBe(0)
    expect(result.map((answer) => (typeof answer === 'string' ? answer : null))).toEqual(all.map(([code]) => code))
    expect(await s.at(chai.id, s.shop)).toBe(21)
    expect((await s.me.call(listTransfers, { product_id: chai.id, limit: 50 })).items).toHaveLength(21)
    await expectSound(app)
  },
)

test('transfers made together never take a unit twice, and may take what another one brought', async () => {
  const s = await stocked(app)
  const chai = await s.product(10)
  const { result } = await app.gather(
    times(
      40,
      () => () => answerOrCode(untilAccepted(() => s.me.call(createTransfer, moved(s, chai, { quantity: 1 })))),
    ),
  )
  expect(result.filter((answer) => typeof answer !== 'string')).toHaveLength(10)
  const back = moved(s, chai, { from_location_id: s.shop, to_location_id: s.main, quantity: 1 })
  const { result: again } = await app.gather(
    times(
      30,
      (n) => () =>
        answerOrCode(untilAccepted(() => s.me.call(createTransfer, n % 2 ? back : moved(s, chai, { quantity: 1 })))),
    ),
  )
  const done = (which: number) => again.filter((answer, n) => n % 2 === which && typeof answer !== 'string').length
  expect([await s.at(chai.id, s.main), await s.at(chai.id, s.shop)]).toEqual([
    done(1) - done(0),
    10 - done(1) + done(0),
  ])
  await expectSound(app)
})

test('with one id a transfer is made once', async () => {
  const s = await stocked(app)
  const chai = await s.product(50)
  const same = { ...moved(s, chai), id: newId() }
  const { result: answers } = await app.gather(
    times(
      20,
      (n) => () => answerOrCode(s.me.call(createTransfer, same, { idempotencyKey: n % 2 ? 'one' : `other-${n}` })),
    ),
  )
  const given = answers.filter((answer) => answer !== 'in_progress').map((answer) => JSON.stringify(answer))
  expect(new Set(given).size).toBe(1)
  expect([await s.at(chai.id, s.main), await s.at(chai.id, s.shop)]).toEqual([48, 2])
})

test('transfers are made one by one if the ledger refuses one after all', async () => {
  const s = await stocked(app)
  const [chai, lost] = [await s.product(50), await s.product(5)]
  await app.admin.query('begin')
  try {
    // The check reads the product as it was; the posting waits for its lock.
    await app.admin.query('select from products where id = $1 for update', [lost.id])
    await app.admin.query('update products set archived_at = now() where id = $1', [lost.id])
    const isLost = (n: number) => n % 6 === 5
    const moving = app.gather(
      times(12, (n) => () => answerOrCode(s.me.call(createTransfer, moved(s, isLost(n) ? lost : chai)))),
    )
    await lockAwaited(app.admin)
    await app.admin.query('commit')
    const { result, failedGroups } = await moving
    expect(failedGroups).toBe(1)
    expect(result.map((answer) => (typeof answer === 'string' ? answer : answer.status))).toEqual(
      times(12, (n) => (isLost(n) ? 'product_archived' : 'completed')),
    )
  } finally {
    await app.admin.query('rollback')
  }
  await app.admin.query('update products set archived_at = null where id = $1', [lost.id])
  expect(await s.at(chai.id, s.shop)).toBe(20)
  await expectSound(app)
})
