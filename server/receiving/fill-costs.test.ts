import { expect, test } from 'vitest'
import { listProductPrices } from '../../contract/price-updates.ts'
import { readProduct, updateProduct, type Product } from '../../contract/products.ts'
import { readValuationSummary } from '../../contract/valuation-report.ts'
import { testApp } from '../testing/app.ts'
import { expectSound } from '../testing/expect-sound.ts'
import { edited } from '../testing/edited.ts'
import { ordering, type Ordering } from '../testing/ordering.ts'
import { times, together } from '../testing/together.ts'

const app = await testApp()

const pricesOf = async (s: Ordering, product_id: string) => (await s.me.call(listProductPrices, { product_id })).items
const costOf = async (s: Ordering, id: string) => {
  const { cost_price, cost_is_known } = await s.me.call(readProduct, { id })
  return cost_is_known ? cost_price : null
}

test('a receipt sets an unknown cost to the price paid, and the price history names the receipt', async () => {
  const s = await ordering(app)
  const product = await s.product(0)
  expect(product).toMatchObject({ cost_price: 0, cost_is_known: false, version: 1 })
  const order = await s.ordered({ product_id: product.id, quantity: 10, unit_price: 1.2345 })
  const { receipt } = await s.receive(order, 4)
  expect(await s.me.call(readProduct, { id: product.id })).toMatchObject({
    cost_price: 1.2345,
    cost_is_known: true,
    price: product.price,
    version: 2,
  })
  expect(await pricesOf(s, product.id)).toMatchObject([
    { price: product.price, cost_price: 1.2345, cost_is_known: true, source: 'received', receipt_id: receipt.id },
    { price: product.price, cost_price: 0, cost_is_known: false, source: 'typed', receipt_id: null },
  ])
  expect((await s.me.call(readValuationSummary, {})).on_hand).toMatchObject({ units: 4, unknown_cost_units: 0 })
  const { rows } = await app.admin.query(
    `select old_values ->> 'cost_price' as before, new_values ->> 'cost_price' as after from audit_trail
     where org_id = $1 and record_id = $2 and action = 'UPDATE'`,
    [s.me.org_id, product.id],
  )
  expect(rows).toEqual([{ before: null, after: '1.2345' }])
  await expectSound(app)
})

test('a known cost is kept, including a cost of 0', async () => {
  const s = await ordering(app)
  for (const cost_price of [0, 7.5]) {
    const product = await s.me.call(updateProduct, edited(await s.product(0), { cost_price }))
    const order = await s.ordered({ product_id: product.id, quantity: 3, unit_price: 2 })
    await s.receive(order, 3)
    expect(await costOf(s, product.id)).toBe(cost_price)
    expect(await pricesOf(s, product.id)).toHaveLength(2)
  }
  await expectSound(app)
})

test('lines with several prices give their average by quantity; a price of 0 leaves the cost unknown', async () => {
  const s = await ordering(app)
  const [mixed, free] = [await s.product(0), await s.product(0)]
  const order = await s.ordered(
    { product_id: mixed.id, quantity: 2, unit_price: 1 },
    { product_id: mixed.id, quantity: 1, unit_price: 2.0001 },
    { product_id: mixed.id, quantity: 5, unit_price: 0 },
    { product_id: free.id, quantity: 5, unit_price: 0 },
  )
  await s.receive(order, ...[2, 1, 5, 5].map((quantity, item) => ({ quantity, item })))
  // 4.0001 / 3 = 1.33336…
  expect(await costOf(s, mixed.id)).toBe(1.3334)
  expect(await costOf(s, free.id)).toBeNull()
  await expectSound(app)
})

test('undoing the receipt keeps the cost, because it is what the goods were bought for', async () => {
  const s = await ordering(app)
  const order = await s.ordered(5)
  const { product_id } = order.lines[0]!
  const { receipt } = await s.receive(order, 5)
  await s.undo(receipt)
  expect(await costOf(s, product_id)).toBe(2)
  expect(await pricesOf(s, product_id)).toHaveLength(2)
  await expectSound(app)
})

test('a receipt that is refused leaves the cost unknown', async () => {
  const s = await ordering(app)
  const order = await s.ordered(5)
  const { product_id } = order.lines[0]!
  await s.me.call(updateProduct, edited(await s.me.call(readProduct, { id: product_id }), { quantity_decimals: 0 }))
  const { done, refused } = await together([() => s.receive(order, 1.5)])
  expect([done, refused]).toEqual([[], ['too_many_decimals']])
  expect(await costOf(s, product_id)).toBeNull()
})

test('saving a product form that was open meanwhile keeps the cost that a receipt filled in', async () => {
  const s = await ordering(app)
  const order = await s.ordered(5)
  const opened = await s.me.call(readProduct, { id: order.lines[0]!.product_id })
  await s.receive(order, 5)
  const late = edited(opened, { name: 'Renamed', cost_price: null })
  expect(await s.me.refused(updateProduct, late)).toMatchObject({
    code: 'conflict',
    details: { record: { cost_price: 2 } },
  })
  expect(await costOf(s, opened.id)).toBe(2)
})

test('a product saved while its goods are received has either the saved cost or the price paid', async () => {
  const s = await ordering(app)
  for (let round = 0; round < 6; round++) {
    const product = await s.product(0)
    const orders = []
    for (let n = 0; n < 4; n++) orders.push(await s.ordered({ product_id: product.id, quantity: 1, unit_price: 3 }))
    const saves = times(4, (n) => () => s.me.call(updateProduct, edited(product, { cost_price: 10 + n })))
    const receipts = orders.map((order) => () => s.receive(order, 1))
    const attempts: (() => Promise<unknown>)[] = saves.flatMap((save, n) =>
      round % 2 ? [save, receipts[n]!] : [receipts[n]!, save],
    )
    const { done, refused } = await together(attempts)
    const saved = done.filter((one): one is Product => 'sku' in (one as object))
    expect(done.length - saved.length).toBe(4)
    expect(refused).toEqual(times(4 - saved.length, () => 'conflict'))
    expect(saved.length).toBeLessThanOrEqual(1)
    expect(await costOf(s, product.id)).toBe(saved[0]?.cost_price ?? 3)
    expect(await pricesOf(s, product.id)).toHaveLength(2)
    expect((await s.me.call(readProduct, { id: product.id })).version).toBe(2)
  }
  await expectSound(app)
})

test('receipts of the same products in any order, and saves of these products, never deadlock', async () => {
  const s = await ordering(app)
  const deadlocks = async () => {
    await app.admin.query('select pg_stat_clear_snapshot()')
    const { rows } = await app.admin.query<{ deadlocks: number }>(
      'select deadlocks from pg_stat_database where datname = current_database()',
    )
    return Number(rows[0]?.deadlocks)
  }
  const before = await deadlocks()
  for (let round = 0; round < 4; round++) {
    const products = [await s.product(0), await s.product(0), await s.product(0)]
    const lines = products.map(({ id }) => ({ product_id: id, quantity: 2, unit_price: 4 }))
    const orders = []
    for (let n = 0; n < 6; n++) orders.push(await s.ordered(...(n % 2 ? lines : lines.toReversed())))
    const receive = orders.map((order, n) => () => {
      const location_id = n % 3 ? s.main : s.shop
      return s.receive(
        order,
        ...[0, 1, 2].map((item) => ({ quantity: 2, item, location_id, lot_number: `L${item + n}` })),
      )
    })
    const save = products.map(
      (product) => () =>
        s.me.call(updateProduct, edited(product, { name: 'Renamed', stock_quantity: { from: 0, to: 0 } })),
    )
    const { done, refused } = await together<unknown>([...receive, ...save])
    expect(done.length).toBeGreaterThanOrEqual(6)
    expect(new Set(refused).difference(new Set(['conflict']))).toEqual(new Set())
    for (const { id } of products) expect(await costOf(s, id)).toBe(4)
  }
  expect(await deadlocks()).toBe(before)
  await expectSound(app)
})
