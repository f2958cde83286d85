import { expect, test } from 'vitest'
import { createCategory } from '../../contract/categories.ts'
import { readDashboard } from '../../contract/dashboard.ts'
import { createProduct } from '../../contract/products.ts'
import { createTransaction } from '../../contract/transactions.ts'
import { testApp } from '../testing/app.ts'
import { stocked } from '../testing/stocked.ts'

const app = await testApp()

test('an empty organisation has zeros and empty lists', async () => {
  const me = await app.signUp()
  expect(await me.call(readDashboard, {})).toMatchObject({
    products: 0,
    units: 0,
    value_at_price: 0,
    low: 0,
    out: 0,
    recent_transaction_count: 0,
    category_breakdown: [],
    low_stock: [],
    recent_transactions: [],
  })
})

test('the ten products that are lowest against their minimum, by ratio; the tiles count all of them', async () => {
  const { me, product } = await stocked(app)
  // Product n holds n of 12: twelve are low, the thirteenth has more than enough.
  for (let n = 0; n < 12; n++) await product(n, { min_stock_level: 12 })
  await product(13, { min_stock_level: 12 })
  const { products, units, value_at_price, low, out, low_stock } = await me.call(readDashboard, {})
  expect({ products, units, value_at_price, low, out }).toEqual({
    products: 13,
    units: 79,
    value_at_price: 158,
    low: 12,
    out: 1,
  })
  expect(low_stock.map(({ on_hand, minimum }) => [on_hand, minimum])).toEqual(
    Array.from({ length: 10 }, (_, n) => [n, 12]),
  )
})

test('the eight newest transactions, newest first, and a count of five at most', async () => {
  const { me, product } = await stocked(app)
  const { id: product_id } = await product(0)
  const add = (quantity: number) =>
    me.call(createTransaction, { product_id, type: 'in', quantity, reason_code: 'transfer_in' })
  for (let n = 1; n <= 3; n++) await add(n)
  expect((await me.call(readDashboard, {})).recent_transaction_count).toBe(3)
  for (let n = 4; n <= 9; n++) await add(n)
  const { recent_transactions, recent_transaction_count, recent_activity } = await me.call(readDashboard, {})
  expect(recent_transactions.map(({ quantity }) => quantity)).toEqual([9, 8, 7, 6, 5, 4, 3, 2])
  expect(recent_transaction_count).toBe(5)
  expect(recent_activity.map(({ kind, units }) => [kind, units])).toEqual(
    [9, 8, 7, 6, 5, 4, 3, 2].map((n) => ['stock', n]),
  )
})

test('only categories that have products, the largest first, in their own colours', async () => {
  const me = await app.signUp()
  const [drinks, food] = [
    await me.call(createCategory, { name: 'Drinks', color: '#3B82F6' }),
    await me.call(createCategory, { name: 'Food', color: '#10B981' }),
  ]
  await me.call(createCategory, { name: 'Nothing yet', color: '#EF4444' })
  const places = [food.id, food.id, drinks.id, null]
  for (const [n, category_id] of places.entries())
    await me.call(createProduct, { name: `Product ${n}`, sku: `P-${n}`, price: 1, category_id })
  const { categories, category_breakdown } = await me.call(readDashboard, {})
  expect(categories).toBe(3)
  expect(category_breakdown).toEqual([
    { id: food.id, name: 'Food', color: '#10B981', products: 2 },
    { id: drinks.id, name: 'Drinks', color: '#3B82F6', products: 1 },
    { id: null, name: 'Uncategorized', color: expect.stringMatching(/^#/), products: 1 },
  ])
})
