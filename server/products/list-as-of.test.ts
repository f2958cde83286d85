import { expect, test } from 'vitest'
import { listProducts, updateProduct } from '../../contract/products.ts'
import { deleteProduct } from '../../contract/product-deletion.ts'
import { readProductStockAsOf, readStockValueAsOf } from '../../contract/stock-as-of.ts'
import { createTransaction } from '../../contract/transactions.ts'
import { sharedApp } from '../testing/app.ts'
import { stocked } from '../testing/stocked.ts'
import { thisMoment } from '../testing/this-moment.ts'

const app = await sharedApp()

test('the list as of a moment shows every product with its stock, price and value then, page by page', async () => {
  const s = await stocked(app)
  const products = []
  for (let n = 0; n < 7; n++) products.push(await s.product(0))
  for (const [n, { id }] of products.entries()) {
    const came = { product_id: id, type: 'in' as const, reason_code: 'customer_return' as const }
    await s.me.call(createTransaction, { ...came, quantity: n + 1, happened_at: '2026-03-10T12:00:00Z' })
    await s.me.call(createTransaction, { ...came, quantity: 100, happened_at: '2026-04-10T12:00:00Z' })
  }
  const { id, version, name, sku } = products[0]!
  await s.me.call(updateProduct, { id, version, name, sku, price: 50 })

  const seen = []
  let cursor: string | undefined
  do {
    const page = await s.me.call(listProducts, {
      as_of: '2026-03-31',
      sort: 'sku',
      limit: 3,
      ...(cursor ? { cursor } : {}),
    })
    expect(page.as_of).toEqual({ at: '2026-03-31T23:59:59.999999Z', by: 'happened', time_zone: 'UTC' })
    seen.push(...page.items)
    cursor = page.next ?? undefined
  } while (cursor)
  expect(
    seen.map(({ stock, stock_as_of }) => [stock.on_hand, stock_as_of?.on_hand, stock_as_of?.value_at_price]),
  ).toEqual([1, 2, 3, 4, 5, 6, 7].map((then) => [then + 100, then, then * 2]))
  for (const { id: product_id, stock_as_of } of seen)
    expect(await s.me.call(readProductStockAsOf, { product_id, as_of: '2026-03-31' })).toMatchObject(stock_as_of ?? {})
  // The total value is the sum of the rows.
  expect(await s.me.call(readStockValueAsOf, { as_of: '2026-03-31' })).toMatchObject({ units: 28, value_at_price: 56 })

  const recorded = await s.me.call(listProducts, { as_of: '2026-03-31', by: 'recorded' })
  expect(recorded.items.map(({ stock_as_of }) => stock_as_of?.on_hand)).toEqual([0, 0, 0, 0, 0, 0, 0])
  expect((await s.me.call(listProducts, { search: name, as_of: '2026-03-31' })).items[0]?.stock_as_of?.on_hand).toBe(1)
  expect((await s.me.call(listProducts, {})).items[0]).toMatchObject({ stock_as_of: null })
})

test('products archived since are found among the archived, with their stock then', async () => {
  const s = await stocked(app)
  const { id } = await s.product(5)
  const then = await thisMoment()
  await s.me.call(createTransaction, { product_id: id, type: 'out', quantity: 5, reason_code: 'damaged' })
  await s.me.call(deleteProduct, { id })
  const past = { as_of: then, by: 'recorded' } as const
  expect((await s.me.call(listProducts, past)).items).toEqual([])
  const archived = await s.me.call(listProducts, { ...past, archived: 'true' })
  expect(archived.items.map(({ stock, stock_as_of }) => [stock.on_hand, stock_as_of?.on_hand])).toEqual([[0, 5]])
})

test("filters and sorts by current stock can't be used for the past", async () => {
  const s = await stocked(app)
  for (const [field, value] of Object.entries({ stock: 'low', location_id: s.main, sort: '-on_hand' })) {
    const refusal = await s.me.refused(listProducts, { as_of: '2026-03-31', [field]: value })
    expect(refusal, field).toMatchObject({
      status: 422,
      fields: { [field]: expect.stringContaining('applies to current stock only') },
    })
  }
  expect(await s.me.refused(listProducts, { as_of: '2026-03-31', sort: 'price' })).toMatchObject({ status: 422 })
  expect(await s.me.refused(listProducts, { as_of: '2999-01-01' })).toMatchObject({
    status: 422,
    fields: { as_of: 'Date can’t be in the future' },
  })
})
