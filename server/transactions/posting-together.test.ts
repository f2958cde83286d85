import { describe, expect, test } from 'vitest'
import { updateStock } from '../../contract/stock-updates.ts'
import { createTransaction, listTransactions } from '../../contract/transactions.ts'
import type { StockOutcome } from '../../contract/transactions.ts'
import { expectSound } from '../testing/expect-sound.ts'
import { newId } from '../platform/ids.ts'
import type { Client } from '../testing/app.ts'
import { colleague } from '../testing/colleagues.ts'
import { answerOrCode, groupingApp, untilAccepted } from '../testing/groups.ts'
import { limitedMember } from '../testing/limited-member.ts'
import { stocked } from '../testing/stocked.ts'
import { times } from '../testing/together.ts'

const app = await groupingApp()

const out = { type: 'out' as const, reason_code: 'customer_order' as const, quantity: 1 }
const into = { type: 'in' as const, reason_code: 'customer_return' as const, quantity: 2 }

describe('transactions that arrive together', () => {
  test('are posted in groups, each with its user, its own time and the figures right after it', async () => {
    const { me, main, product } = await stocked(app)
    const people = [me, ...(await Promise.all(times(3, () => colleague(app, me, 'staff'))))]
    const [chang, chai] = [await product(300), await product(50)]
    const entry = (n: number) => ({
      id: newId(),
      product_id: n % 3 === 0 ? chai.id : chang.id,
      location_id: main,
      ...(n % 4 === 0 ? into : out),
    })
    const { result, groups, members, failedGroups } = await app.gather(
      times(240, (n) => async () => {
        const person = people[n % 4] as Client
        const input = entry(n)
        return { person, outcome: await untilAccepted(() => person.call(createTransaction, input)) }
      }),
    )
    expect(failedGroups).toBe(0)
    expect(members / groups).toBeGreaterThanOrEqual(8)

    const { rows } = await app.admin.query<{
      id: string
      user_id: string
      product_id: string
      change: number
      moment: string
    }>(
      `select m.posting_id as id, p.user_id, m.product_id, m.recorded_at::text as moment,
         (m.quantity * case m.to_account when 'available' then 1 else -1 end)::float8 as change
       from stock_movements m join stock_postings p using (org_id) where p.id = m.posting_id and m.org_id = $1 and m.type in ('in', 'out')
       order by m.recorded_at`,
      [me.org_id],
    )
    expect(rows).toHaveLength(240)
    expect(new Set(rows.map(({ moment }) => moment)).size).toBe(240)
    const answers = new Map(result.map(({ person, outcome }) => [outcome.posting_id, { person, outcome }]))
    const on_hand = new Map([
      [chang.id, 300],
      [chai.id, 50],
    ])
    for (const row of rows) {
      const { person, outcome } = answers.get(row.id) ?? {}
      const after = (on_hand.get(row.product_id) ?? 0) + row.change
      on_hand.set(row.product_id, after)
      expect(row.user_id).toBe(person?.user_id)
      expect(outcome).toMatchObject({
        product_id: row.product_id,
        on_hand: after,
        available: after,
        held: 0,
        released: [],
      })
    }
    await expectSound(app)
  })

  test('never sell more than is in stock, and refused orders leave nothing behind', async () => {
    const { me, main, product, stock } = await stocked(app)
    const chang = await product(10)
    const sale = { ...out, product_id: chang.id, location_id: main }
    const { result, groups } = await app.gather(times(60, () => () => answerOrCode(me.call(createTransaction, sale))))
    expect(groups).toBeGreaterThan(0)
    const refused = result.filter((answer) => typeof answer === 'string')
    expect(refused).toEqual(times(50, () => 'insufficient_stock'))
    expect((await stock(chang.id)).on_hand).toBe(0)
    const { rows } = await app.admin.query(
      `select count(*)::int as keys from posting_keys k
       where k.org_id = $1 and not exists (select from stock_postings p where p.org_id = k.org_id and p.id = k.id)`,
      [me.org_id],
    )
    expect(rows).toEqual([{ keys: 0 }])
    await expectSound(app)
  })

  test.each(['first', 'in the middle', 'last'] as const)(
    "a refusal that comes %s doesn't affect the others",
    async (where) => {
      const { me, main, product } = await stocked(app)
      const stranger = await app.signUp()
      const viewer = await colleague(app, me, 'viewer')
      const chang = await product(1_000)
      const gone = await product(0)
      const good = () => ({ ...out, id: newId(), product_id: chang.id, location_id: main })
      const wrong: [string, Client, object][] = [
        ['insufficient_stock', me, { ...good(), product_id: gone.id }],
        ['insufficient_stock', me, { ...good(), quantity: 5_000 }],
        ['not_found', me, { ...good(), product_id: newId() }],
        ['not_found', me, { ...good(), location_id: newId() }],
        ['too_many_decimals', me, { ...good(), quantity: 1.5 }],
        ['forbidden', viewer, good()],
        ['not_found', stranger.in(me.org_id), good()],
      ]
      const right = times(3 * wrong.length, () => [null, me, good()] as const)
      const index = { first: 0, 'in the middle': Math.floor(right.length / 2), last: right.length }[where]
      const all = [...right.slice(0, index), ...wrong, ...right.slice(index)]
      const { result, groups } = await app.gather(
        all.map(
          ([, person, input]) =>
            () =>
              answerOrCode(person.call(createTransaction, input as never)),
        ),
      )
      expect(groups).toBeGreaterThan(0)
      expect(result.map((answer) => (typeof answer === 'string' ? answer : null))).toEqual(all.map(([code]) => code))
      await expectSound(app)
    },
  )

  test('run again without those who lost their rights since their last request, and leave nothing of theirs', async () => {
    const { me, main, product, stock } = await stocked(app)
    const bob = await colleague(app, me, 'staff')
    const chang = await product(100)
    const good = () => ({ ...out, id: newId(), product_id: chang.id, location_id: main })
    await Promise.all(times(8, () => bob.call(createTransaction, good())))
    await app.admin.query(`update members set role = 'viewer' where user_id = $1`, [bob.user_id])
    const senders = times(32, (n) => (n % 4 === 0 ? bob : me))
    const send = () => app.gather(senders.map((sender) => () => answerOrCode(sender.call(createTransaction, good()))))
    const first = await send()
    expect(first.wrongGuesses).toBeGreaterThan(0)
    expect(first.failedGroups).toBe(0)
    // What the check found is the next guess: no group is rolled back twice for it.
    const second = await send()
    expect(second.wrongGuesses).toBe(0)
    for (const { result } of [first, second])
      expect(result.map((answer) => answer === 'forbidden')).toEqual(senders.map((sender) => sender === bob))
    expect((await stock(chang.id)).on_hand).toBe(100 - 8 - 24 - 24)
    await expectSound(app)
  })

  test('with one key happen once, and get one response', async () => {
    const { me, main, product, stock } = await stocked(app)
    const chang = await product(50)
    const same = { ...out, id: newId(), product_id: chang.id, location_id: main }
    const { result: answers } = await app.gather(
      times(20, () => () => answerOrCode(me.call(createTransaction, same, { idempotencyKey: 'one' }))),
    )
    const given = new Set(answers.filter((answer) => answer !== 'in_progress').map((answer) => JSON.stringify(answer)))
    expect(given.size).toBe(1)
    expect((await stock(chang.id)).on_hand).toBe(49)
    // The same posting under two keys of requests.
    const { result: again } = await app.gather(
      times(10, (n) => () => answerOrCode(me.call(createTransaction, same, { idempotencyKey: `other-${n}` }))),
    )
    expect(again.map((answer) => (answer as StockOutcome).posting_id)).toEqual(times(10, () => same.id))
    expect((await stock(chang.id)).on_hand).toBe(49)
  })

  test('run one by one if someone else holds a lock that the group needs', async () => {
    const { me, main, product, stock } = await stocked(app)
    const chang = await product(100)
    const timeouts = () => app.app.groups?.counts().lockTimeouts ?? 0
    const before = timeouts()
    await app.admin.query('begin')
    try {
      await app.admin.query('select from stock_levels where product_id = $1 for update', [chang.id])
      // One runs alone, and a group beside it.
      const posting = app.gather(
        times(13, () => () => me.call(updateStock, { ...out, product_id: chang.id, location_id: main })),
      )
      await expect.poll(timeouts).toBeGreaterThan(before)
      await app.admin.query('commit')
      await posting
    } finally {
      await app.admin.query('rollback')
    }
    expect((await stock(chang.id)).on_hand).toBe(87)
  })

  test('of a member limited to locations are posted and answered within them', async () => {
    const { me, main, shop, product, at } = await stocked(app)
    const chang = await product(100)
    await me.call(createTransaction, { ...into, quantity: 10, product_id: chang.id, location_id: shop })
    const limited = await limitedMember(app, me, [shop])
    const { result: answers } = await app.gather(
      times(
        24,
        (n) => () =>
          answerOrCode(
            (n % 2 ? limited : me).call(createTransaction, {
              ...out,
              product_id: chang.id,
              location_id: n % 4 === 3 ? main : shop,
            }),
          ),
      ),
    )
    for (const [n, answer] of answers.entries()) {
      if (n % 4 === 3) expect(answer).toBe('forbidden')
      else if (n % 2 === 1 && typeof answer !== 'string') expect(answer.on_hand).toBeLessThan(10)
    }
    // 12 of all and 6 of the limited member wanted one from the shop, where there were 10.
    expect(answers.filter((answer) => answer === 'insufficient_stock')).toHaveLength(8)
    expect([await at(chang.id, main), await at(chang.id, shop)]).toEqual([100, 0])
  })
})

test("that can't be grouped run alone, with the same result", async () => {
  const { me, main, shop, product, stock } = await stocked(app)
  const chang = await product(40)
  const inputs = [
    { ...into, location_id: shop },
    { ...into, location_id: main, lot_number: 'L-1' },
    { ...into },
    { ...into, location_id: main, happened_at: '2026-01-05T10:00:00Z' },
    { type: 'out' as const, quantity: 3, reason_code: 'qc_hold' as const, location_id: main },
    { type: 'adjustment' as const, quantity: -1, location_id: main },
    { type: 'adjustment' as const, quantity: 2, location_id: main },
  ]
  const all = await Promise.all(
    [...inputs, ...inputs].map((input) => me.call(createTransaction, { product_id: chang.id, ...input })),
  )
  expect(all).toHaveLength(14)
  expect(await stock(chang.id)).toMatchObject({ on_hand: 40 + 2 * (8 - 3 + 1), held: 6 })
  const { items } = await me.call(listTransactions, { product_id: chang.id })
  expect(items).toHaveLength(15)
  await expectSound(app)
})

test('without groups every transaction is posted alone', async () => {
  const single = await groupingApp({ groupPosting: false })
  const { me, main, product, stock } = await stocked(single)
  const chang = await product(30)
  await single.gather(
    times(20, () => () => me.call(createTransaction, { ...out, product_id: chang.id, location_id: main })),
  )
  expect(single.app.groups).toBeUndefined()
  expect((await stock(chang.id)).on_hand).toBe(10)
})
