import { expect, test } from 'vitest'
import { createImport, undoImport, type ImportRecord } from '../../contract/imports.ts'
import { setLocationStock } from '../../contract/stock.ts'
import { createTransaction } from '../../contract/transactions.ts'
import { cancelTransfer, completeTransfer, createTransfer, reverseTransfer } from '../../contract/location-transfers.ts'
import { sharedApp } from '../testing/app.ts'
import { ordering, type Ordering } from '../testing/ordering.ts'

const app = await sharedApp()

/** Whether a product is low at a location; undefined if the location isn't listed for it. */
async function isLow({ stock }: Ordering, product_id: string, location_id: string): Promise<boolean | undefined> {
  return (await stock(product_id)).locations.find((location) => location.location_id === location_id)?.is_low
}

test('a location is low at its own minimum, and without one only after available goods were there and left', async () => {
  const s = await ordering(app)
  const { me, main, shop } = s
  const { id: product_id } = await s.product(10)
  const moved = { product_id, from_location_id: main, to_location_id: shop, reason: 'restock' as const }
  const { id: transfer_id } = await me.call(createTransfer, { ...moved, quantity: 4, status: 'pending' })
  expect([await isLow(s, product_id, main), await isLow(s, product_id, shop)]).toEqual([false, false])
  await me.call(setLocationStock, { product_id, location_id: shop, min_stock_level: 4 })
  expect(await isLow(s, product_id, shop)).toBe(true)
  await me.call(setLocationStock, { product_id, location_id: shop, min_stock_level: 0 })
  expect(await isLow(s, product_id, shop)).toBe(false)
  await me.call(completeTransfer, { transfer_id })
  expect(await isLow(s, product_id, shop)).toBe(false)
  await me.call(createTransfer, { ...moved, from_location_id: shop, to_location_id: main, quantity: 4 })
  expect(await isLow(s, product_id, shop)).toBe(true)
})

test("a location that holds only damaged goods isn't low, until some were released and have left", async () => {
  const s = await ordering(app)
  const order = await s.ordered(3)
  const product_id = order.lines[0]?.product_id ?? ''
  expect(await isLow(s, product_id, s.main)).toBe(false)
  await s.receive(order, { quantity: 3, condition: 'damaged', location_id: s.shop })
  expect(await isLow(s, product_id, s.shop)).toBe(false)
  const one = { product_id, quantity: 1, location_id: s.shop }
  await s.me.call(createTransaction, { ...one, type: 'in', reason_code: 'qc_release' })
  expect(await isLow(s, product_id, s.shop)).toBe(false)
  await s.me.call(createTransaction, { ...one, type: 'out', reason_code: 'customer_order' })
  expect(await isLow(s, product_id, s.shop)).toBe(true)
})

test("a location whose only stock came from an undone import isn't low", async () => {
  const s = await ordering(app)
  const { id: product_id, sku } = await s.product(0)
  const imported = (await s.me.call(createImport, {
    products: [{ name: 'Bolt', sku: 'NEW-1', stock_quantity: 6, location: 'Shop floor' }],
    categories: [],
    transactions: [{ product_id: sku, type: 'in', quantity: 5 }],
  })) as ImportRecord
  expect((await s.stock(product_id)).on_hand).toBe(5)
  await s.me.call(undoImport, { id: imported.id })
  expect((await s.stock(product_id)).on_hand).toBe(0)
  expect((await s.stock(product_id)).locations.filter((location) => location.is_low)).toEqual([])
})

test("goods of an undone receipt or transfer don't count: their location is no longer listed", async () => {
  const s = await ordering(app)
  const order = await s.ordered(3)
  const product_id = order.lines[0]?.product_id ?? ''
  const { receipt } = await s.receive(order, { quantity: 3, location_id: s.shop })
  await s.undo(receipt)
  expect(await isLow(s, product_id, s.shop)).toBeUndefined()

  const { id: other } = await s.product(4)
  const moved = { product_id: other, from_location_id: s.main, to_location_id: s.shop, reason: 'restock' as const }
  const { id: done } = await s.me.call(createTransfer, { ...moved, quantity: 4 })
  expect(await isLow(s, other, s.main)).toBe(true)
  await s.me.call(reverseTransfer, { transfer_id: done })
  expect(await isLow(s, other, s.shop)).toBeUndefined()
  const { id: pending } = await s.me.call(createTransfer, { ...moved, quantity: 4, status: 'pending' })
  await s.me.call(cancelTransfer, { transfer_id: pending })
  expect(await isLow(s, other, s.shop)).toBeUndefined()
  expect(await isLow(s, other, s.main)).toBe(false)
})
