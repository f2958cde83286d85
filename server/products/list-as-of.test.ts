import { expect, test } from 'vitest'
import { createCategory } from '../../contract/categories.ts'
import { createProduct, listProducts, updateProduct } from '../../contract/products.ts'
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

test('products archived since are listed with the others, page by page and in order, and are part of the count', async () => {
  const s = await stocked(app)
  const { id: category_id } = await s.me.call(createCategory, { name: 'Tools', color: '#3b82f6' })
  const product = (stock_quantity: number, name: string, more: object = {}) =>
    s.me.call(createProduct, { name, sku: `S-${name}`, price: 2, stock_quantity, ...more })
  const archive = async ({ id }: { id: string }, quantity: number) => {
    await s.me.call(createTransaction, { product_id: id, type: 'out', quantity, reason_code: 'damaged' })
    await s.me.call(deleteProduct, { id })
  }
  const before = await product(1, 'Apple bolt')
  await archive(before, 1)
  const names = ['Bolt', 'Clamp', 'Drill bolt', 'Eye bolt', 'File']
  const products = []
  for (const [n, name] of names.entries()) products.push(await product(n + 1, name, n % 2 ? { category_id } : {}))
  const then = await thisMoment()
  for (const n of [0, 3, 4]) await archive(products[n]!, n + 1)

  const past = { as_of: then, by: 'recorded' } as const
  const pages = async (input: object) => {
    const seen: unknown[] = []
    let cursor: string | undefined
    let count
    do {
      const page = await s.me.call(listProducts, { ...past, limit: 2, ...input, ...(cursor ? { cursor } : {}) })
      count ??= page.count
      seen.push(...page.items.map(({ name, stock_as_of }) => [name, stock_as_of?.on_hand]))
      cursor = page.next ?? undefined
    } while (cursor)
    return { seen, count }
  }
  const all = names.map((name, n) => [name, n + 1])
  for (const limit of [1, 2, 3]) expect((await pages({ limit })).seen).toEqual(all)
  expect((await pages({ sort: '-name' })).seen).toEqual([...all].reverse())
  expect((await pages({ sort: 'sku' })).seen).toEqual(all)
  expect((await pages({ sort: 'category' })).seen).toEqual([1, 3, 0, 2, 4].map((n) => all[n]))
  expect((await pages({ sort: '-created_at' })).seen).toEqual([...all].reverse())
  expect(await pages({ category_id, limit: 50 })).toEqual({
    seen: [all[1], all[3]],
    count: { products: 2, is_exact: true },
  })
  expect(await pages({ limit: 50 })).toMatchObject({ count: { products: 5, is_exact: true } })
  expect((await pages({ limit: 1 })).count).toMatchObject({ is_exact: false })
  expect((await pages({ limit: 1 })).count?.products).toBeLessThanOrEqual(5)
  // First those with a word that begins so, by name; then the archived ones.
  for (const limit of [1, 2, 50])
    expect((await pages({ search: 'bolt', limit })).seen).toEqual([all[2], all[0], all[3]])
  expect((await pages({ search: 'bolt', sort: 'name' })).seen).toEqual([all[0], all[2], all[3]])
  expect((await pages({ search: products[3]!.sku, limit: 1 })).seen).toEqual([all[3]])
  expect((await pages({ archived: 'true' })).seen).toEqual([['Apple bolt', 0], all[0], all[3], all[4]])
  expect(await s.me.call(readStockValueAsOf, past)).toMatchObject({ units: 15 })
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
