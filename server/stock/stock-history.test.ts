import { expect, test } from 'vitest'
import { createTransfer } from '../../contract/location-transfers.ts'
import { readStockHistory } from '../../contract/stock-history.ts'
import { setLocationStock } from '../../contract/stock.ts'
import { createTransaction } from '../../contract/transactions.ts'
import { testApp } from '../testing/app.ts'
import { stocked } from '../testing/stocked.ts'

const app = await testApp({ choosesPlans: true })

test('every posting that changes on hand is a step with its balance, kind and posting', async () => {
  const { me, main, shop, product } = await stocked(app)
  const { id: product_id } = await product(37)
  await me.call(createTransaction, { product_id, type: 'out', quantity: 4, reason_code: 'damaged' })
  await me.call(createTransfer, { product_id, from_location_id: main, to_location_id: shop, quantity: 12 })
  await me.call(setLocationStock, { product_id, location_id: main, quantities: [{ from: 21, to: 20 }] })
  const history = await me.call(readStockHistory, { product_id })
  expect(history).toMatchObject({ start: 0, end: 32, time_zone: 'UTC' })
  expect(
    history.points.map(({ change, balance, since, step }) => [change, balance, since, step?.kind, step?.type]),
  ).toEqual([
    [37, 37, null, 'opening', 'opening'],
    [-4, 33, null, 'entry', 'out'],
    [-1, 32, null, 'count', 'adjustment'],
  ])
  expect(history.points[1]?.step).toMatchObject({ reason: 'damaged', from_location_name: 'Main Warehouse' })
})

test("a product that didn't move for 90 days has a flat line, and an unknown one isn't found", async () => {
  const { me, product } = await stocked(app)
  const { id: product_id } = await product(0)
  expect(await me.call(readStockHistory, { product_id })).toMatchObject({ start: 0, end: 0, points: [] })
  expect(await me.refused(readStockHistory, { product_id: me.org_id })).toMatchObject({ code: 'not_found' })
})

test('more than 120 postings are added up by day, and the days add up to on hand', async () => {
  const { me, product } = await stocked(app)
  const { id: product_id } = await product(37)
  // Twelve a day.
  await manyMovements(product_id, 150, 7_200)
  const { points, start, end, since } = await me.call(readStockHistory, { product_id })
  expect(points.every((point) => point.step === null && point.since !== null)).toBe(true)
  expect(points.length).toBeGreaterThanOrEqual(12)
  expect(points.length).toBeLessThanOrEqual(14)
  // Before the opening, there was as much as was removed since, by the entered dates.
  expect([start, end]).toEqual([150, 37])
  expect(points.reduce((sum, { change }) => sum + change, start)).toBe(37)
  expect(points.slice(1, -2).every(({ change }) => change === -12)).toBe(true)
  expect(points.at(-1)).toMatchObject({ balance: 37 })
  expect(Date.now() - Date.parse(since)).toBeGreaterThan(89 * 86_400_000)
})

test('beyond 20,000 movements, earlier days are combined into whole months without reading their movements', async () => {
  const { me, product } = await stocked(app)
  const { id: product_id } = await product(37)
  // About 430 a day, over 69 days: the newest 43 are read one by one, so a month begins among those before them.
  await manyMovements(product_id, 30_000, 200)
  const { points, start, end, since } = await me.call(readStockHistory, { product_id })
  expect(new Date(since).toISOString()).toMatch(/-01T00:00:00.000Z$/)
  const lengths = points.map((point) => Math.round((Date.parse(point.at) - Date.parse(point.since ?? '')) / 86_400_000))
  expect(lengths.filter((days) => days > 1).length).toBeGreaterThanOrEqual(1)
  expect(lengths.filter((days) => days <= 1).length).toBeGreaterThanOrEqual(44)
  expect(points.reduce((sum, { change }) => sum + change, start)).toBe(end)
  for (const [index, point] of points.entries()) {
    const before = points[index - 1]
    if (before) expect([point.since, point.balance]).toEqual([before.at, before.balance + point.change])
  }
})

/**
 * This many units that left one by one, `apart` seconds apart, with their monthly sums: inserted directly, because the
 * ledger would take minutes.
 */
async function manyMovements(product_id: string, count: number, apart: number): Promise<void> {
  await app.admin.query('set session_replication_role = replica')
  await app.admin.query(
    `insert into stock_movements (org_id, posting_id, line_no, entry_no, is_entry, product_id, type, reason, from_account, from_location_id,
       from_lot_id, from_version, from_balance, to_account, quantity, unit_cost, happened_at, recorded_at)
     select m.org_id, gen_random_uuid(), 1, 1, true, m.product_id, 'out', 'damaged', 'available', m.to_location_id, m.to_lot_id, n, 0,
       'scrap', 1, 0, now() - n * $3 * interval '1 second', now()
     from stock_movements m cross join generate_series(1, $2::integer) n
     where m.product_id = $1 and m.type = 'opening'`,
    [product_id, count, apart],
  )
  await app.admin.query(
    `insert into product_months (org_id, product_id, month, available_happened)
     select org_id, product_id, date_trunc('month', happened_at at time zone 'UTC'), sum(-quantity * 10000)
     from stock_movements where product_id = $1 and type = 'out' group by 1, 2, 3
     on conflict (org_id, product_id, month)
     do update set available_happened = product_months.available_happened + excluded.available_happened`,
    [product_id],
  )
  await app.admin.query('reset session_replication_role')
  await app.admin.query('analyze stock_movements')
}
