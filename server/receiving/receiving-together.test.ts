import { expect, test } from 'vitest'
import { updateLocation } from '../../contract/locations.ts'
import { createProduct } from '../../contract/products.ts'
import { createPurchaseOrder, type PurchaseOrder } from '../../contract/purchase-orders.ts'
import { createReceipt, readReceipt } from '../../contract/receiving.ts'
import { expectSound } from '../testing/expect-sound.ts'
import { newId } from '../platform/ids.ts'
import type { Client } from '../testing/app.ts'
import { colleague } from '../testing/colleagues.ts'
import { answerOrCode, groupingApp, inGroupsAndOneByOne, untilAccepted } from '../testing/groups.ts'
import { lockAwaited } from '../testing/lock-awaited.ts'
import { ordering, type Ordering, receiptInput } from '../testing/ordering.ts'
import { times } from '../testing/together.ts'
import { tracesOf } from '../testing/traces.ts'

const app = await groupingApp()

/** Orders of the same products, so receipts of different orders change the same stock. */
function ordersOf(s: Ordering, product_ids: readonly string[], count: number): Promise<PurchaseOrder[]> {
  const lines = product_ids.map((product_id) => ({ product_id, quantity: 10, unit_price: 2 }))
  return Promise.all(times(count, () => s.ordered(...lines)))
}

/** Products whose cost is known: a receipt that fills it in runs alone. */
async function productsOf(s: Ordering, count: number): Promise<string[]> {
  const fields = { price: 2, cost_price: 1, stock_quantity: 1 }
  const products = await Promise.all(
    times(count, (n) => s.me.call(createProduct, { ...fields, name: `Bought ${n}`, sku: `B-${n}` })),
  )
  return products.map(({ id }) => id)
}

test('receipts of several people are posted in groups, and each row is audited with its person', async () => {
  const s = await ordering(app)
  const people = [s.me, await colleague(app, s.me, 'staff')]
  const orders = await ordersOf(s, await productsOf(s, 4), 80)
  const [first] = orders as [PurchaseOrder]
  const { result, groups, members, failedGroups } = await app.gather(
    orders.map((order, n) => async () => {
      const person = people[n % 2] as Client
      const lines = times(4, (item) => ({ quantity: item === 3 && n % 3 ? 2 : 10, item }))
      return { person, ...(await person.call(createReceipt, receiptInput(order, s.main, lines))) }
    }),
  )
  expect(failedGroups).toBe(0)
  expect(members / groups).toBeGreaterThanOrEqual(8)
  for (const [n, { person, order, receipt }] of result.entries()) {
    const isPart = n % 3 > 0
    const user_reference = person.email.split('@')[0]
    expect(receipt).toMatchObject({ receipt_no: 1, line_count: 4, units: isPart ? 32 : 40, user_reference })
    expect(order).toMatchObject({ status: isPart ? 'partial' : 'received', open_lines: isPart ? 1 : 0, version: 4 })
    expect(order.status_changes[0]).toMatchObject({ old_status: 'ordered', new_status: order.status })
  }
  const { order, receipt } = result[44] as (typeof result)[number]
  expect(receipt).toEqual(await s.me.call(readReceipt, { id: receipt.id }))
  expect(order).toEqual(await s.read(order))
  const totals = await Promise.all(first.lines.map(({ product_id }) => s.stock(product_id)))
  expect(totals.map(({ on_hand, incoming }) => [on_hand, incoming])).toEqual([
    [801, 0],
    [801, 0],
    [801, 0],
    [1 + 27 * 10 + 53 * 2, 53 * 8],
  ])
  const { rows } = await app.admin.query(
    `select a.table_name, count(*)::int as rows, (count(*) filter (where a.user_id <> r.user_id))::int as wrong
     from receipts r
     join audit_trail a on a.org_id = r.org_id and (a.record_id = r.id
       or a.table_name = 'purchase_orders' and a.record_id = r.purchase_order_id and a.new_values ->> 'version' = '4')
     where r.org_id = $1 group by a.table_name order by 1`,
    [s.me.org_id],
  )
  expect(rows).toEqual([
    { table_name: 'purchase_orders', rows: 80, wrong: 0 },
    { table_name: 'receipts', rows: 80, wrong: 0 },
  ])
  await expectSound(app)
})

/** What they write. */
const tables = {
  purchase_orders: [],
  purchase_order_items: [],
  receipts: [],
  receipt_items: [],
  status_changes: [],
  stock_demands: [],
  stock_commitments: [],
  stock_levels: [],
  stock_movements: [],
  product_totals: [],
  stock_months: [],
  product_months: [],
}

test('receipts posted together have the same result as one by one', async () => {
  const { members, inGroups, oneByOne } = await inGroupsAndOneByOne(app, async (one) => {
    const s = await ordering(one)
    const orders = await ordersOf(s, await productsOf(s, 3), 30)
    await colleague(one, s.me, 'staff')
    const requests = orders.map((order, n) => {
      const lines = times(3, (item) => ({
        quantity: 1 + ((n + item) % 10),
        item,
        condition: (['good', 'damaged', 'partial'] as const)[n % 3],
        notes: item ? null : 'dented',
      }))
      const more = { notes: n % 4 ? null : 'by van', happened_at: n % 5 ? null : `2026-03-0${1 + (n % 9)}` }
      const input = { ...receiptInput(order, n % 2 ? s.main : s.shop, lines), ...more }
      return () => s.me.call(createReceipt, input, { idempotencyKey: `receipt-${n}` })
    })
    const { members } = await one.gather(requests)
    const dated = await one.admin.query(
      `select r.received_at::text, p.happened_at::text from receipts r
         join stock_postings p on p.org_id = r.org_id and p.id = r.posting_id
         where r.org_id = $1 and p.happened_at < p.recorded_at order by 1`,
      [s.me.org_id],
    )
    return { members, result: { traces: await tracesOf(one, s.me.org_id, tables), dated: dated.rows } }
  })
  expect(members).toBeGreaterThan(15)
  expect(inGroups).toMatchObject({
    traces: { notifications: { receipt: 30 } },
    dated: times(6, () => expect.anything()),
  })
  expect(inGroups).toEqual(oneByOne)
})

test.each(['first', 'in the middle', 'last'] as const)(
  "a receipt refused %s doesn't affect the others of its group",
  async (where) => {
    const s = await ordering(app)
    const stranger = await app.signUp()
    const viewer = await colleague(app, s.me, 'viewer')
    const closed = await s.me.call(updateLocation, { id: s.shop, name: 'Shop floor', is_active: false, version: 1 })
    const [archived, ...product_ids] = await productsOf(s, 3)
    const orders = await ordersOf(s, product_ids, 28)
    await app.admin.query(`update organizations set books_closed_until = '2026-01-01' where org_id = $1`, [s.me.org_id])
    const draft = await s.me.call(createPurchaseOrder, {
      supplier_id: s.supplier_id,
      lines: [{ product_id: product_ids[0] ?? '', quantity: 1, unit_price: 1 }],
    })
    const [ofArchived] = await ordersOf(s, [archived ?? ''], 1)
    await app.admin.query('update products set archived_at = now() where id = $1', [archived])
    const good = (n: number, more: object = {}) =>
      receiptInput(orders[n] as PurchaseOrder, s.main, [{ quantity: 4, ...more }])
    const known = { ...good(25), id: newId() }
    await s.me.call(createReceipt, known)
    const wrong: [string, Client, object][] = [
      ['not_found', s.me, { ...good(0), purchase_order_id: newId() }],
      ['wrong_status', s.me, receiptInput(draft, s.main, [1])],
      ['not_found', s.me, { ...good(16), lines: good(17).lines }],
      ['exceeds_remaining', s.me, good(18, { quantity: 11 })],
      ['not_found', s.me, good(19, { location_id: newId() })],
      ['location_not_active', s.me, good(20, { location_id: closed.id })],
      ['too_many_decimals', s.me, good(21, { quantity: 1.5 })],
      ['product_archived', s.me, receiptInput(ofArchived as PurchaseOrder, s.main, [1])],
      ['idempotency_key_reused', s.me, { ...good(22), id: known.id }],
      ['forbidden', viewer, good(23)],
      ['happened_in_future', s.me, { ...good(26), happened_at: '2999-01-01' }],
      ['period_closed', s.me, { ...good(27), happened_at: '2025-12-31' }],
      ['not_found', stranger.in(s.me.org_id), good(24)],
    ]
    const right = times(16, (n) => [null, s.me, good(n)] as const)
    const index = { first: 0, 'in the middle': 8, last: right.length }[where]
    const all = [...right.slice(0, index), ...wrong, ...right.slice(index)]
    const { result, groups, failedGroups } = await app.gather(
      all.map(
        ([, person, input]) =>
          () =>
            answerOrCode(person.call(createReceipt, input as never)),
      ),
    )
    await app.admin.query('update products set archived_at = null where id = $1', [archived])
    expect(groups).toBeGreaterThan(0)
    expect(failedGroups).toBe(0)
    expect(result.map((answer) => (typeof answer === 'string' ? answer : null))).toEqual(all.map(([code]) => code))
    const { rows } = await app.admin.query(`select count(*)::int as receipts from receipts where org_id = $1`, [
      s.me.org_id,
    ])
    expect(rows).toEqual([{ receipts: right.length + 1 }])
    expect((await s.stock(product_ids[0] ?? '')).on_hand).toBe(1 + 4 * 17)
    await expectSound(app)
  },
)

test('twenty receipts of one order by one person never receive a unit twice', async () => {
  const s = await ordering(app)
  const [order] = (await ordersOf(s, await productsOf(s, 2), 1)) as [PurchaseOrder]
  const { result: answers, failedGroups } = await app.gather(
    times(
      20,
      () => () => answerOrCode(untilAccepted(() => s.receive(order, { quantity: 1 }, { quantity: 1, item: 1 }))),
    ),
  )
  expect(failedGroups).toBe(0)
  expect(answers.filter((answer) => typeof answer !== 'string')).toHaveLength(10)
  expect(await s.read(order)).toMatchObject({ status: 'received', lines: [{ remaining: 0 }, { remaining: 0 }] })
  await expectSound(app)
})

test('receipts run one by one if the ledger refuses one after all', async () => {
  const s = await ordering(app)
  const [product_id] = await productsOf(s, 1)
  const orders = await ordersOf(s, [product_id ?? ''], 12)
  await app.admin.query('begin')
  try {
    // The check reads the location as it was; the posting waits for its lock.
    await app.admin.query('select from locations where id = $1 for update', [s.shop])
    await app.admin.query('update locations set is_active = false where id = $1', [s.shop])
    const toShop = (n: number) => n % 4 === 3
    const receiving = app.gather(
      orders.map(
        (order, n) => () =>
          answerOrCode(s.me.call(createReceipt, receiptInput(order, toShop(n) ? s.shop : s.main, [10]))),
      ),
    )
    await lockAwaited(app.admin)
    await app.admin.query('commit')
    const { result, failedGroups } = await receiving
    expect(failedGroups).toBeGreaterThan(0)
    expect(result.map((answer) => (typeof answer === 'string' ? answer : answer.order.status))).toEqual(
      orders.map((_, n) => (toShop(n) ? 'location_not_active' : 'received')),
    )
  } finally {
    await app.admin.query('rollback')
  }
  expect((await s.stock(product_id ?? '')).on_hand).toBe(91)
  await expectSound(app)
})

test("what can't be part of a group runs alone, with the same result", async () => {
  const s = await ordering(app)
  const orders = await ordersOf(s, await productsOf(s, 1), 8)
  const ofUnknownCost = await Promise.all(times(6, () => s.ordered(10)))
  const inputs = orders.map((order, n) => {
    const kinds = [
      [{ quantity: 10, lot_number: 'L-1' }],
      [{ quantity: 10, location_id: s.shop }],
      [{ quantity: 10 }, { quantity: 2, is_over_delivery: true }],
      [{ quantity: 4 }, { quantity: 6, location_id: s.shop }],
    ]
    return receiptInput(order, s.main, kinds[n % 4] ?? [])
  })
  const answers = await Promise.all(
    [...inputs, ...ofUnknownCost.map((order) => receiptInput(order, s.main, [10]))].map((input) =>
      s.me.call(createReceipt, input),
    ),
  )
  expect(answers.map(({ order }) => order.status)).toEqual(times(14, () => 'received'))
  expect(answers[2]?.order.lines[0]).toMatchObject({ over_delivered_quantity: 2 })
  const costs = await app.admin.query('select cost_price::float8 from products where id = any ($1)', [
    ofUnknownCost.map(({ lines }) => lines[0]?.product_id),
  ])
  expect(costs.rows).toEqual(times(6, () => ({ cost_price: 2 })))
  await expectSound(app)
})
