import { expect, test } from 'vitest'
import { createLocation, listLocations } from '../../contract/locations.ts'
import { createProduct, listProducts } from '../../contract/products.ts'
import { smallestUnits } from '../../contract/quantity.ts'
import { createPurchaseOrder, submitPurchaseOrder } from '../../contract/purchase-orders.ts'
import { createReceipt, reverseReceipt } from '../../contract/receiving.ts'
import { createSampleCompany } from '../../contract/sample-company.ts'
import { createSupplier } from '../../contract/suppliers.ts'
import { createTransaction } from '../../contract/transactions.ts'
import { sharedApp } from '../testing/app.ts'
import { csvRows } from './testing/files.ts'

const app = await sharedApp()

test('over six weeks of orders, receipts, shipments, returns and transfers, On Hand Change sums to on hand, product by product', async () => {
  const owner = await app.signUp()
  const { org_id } = await owner.call(createSampleCompany, {})
  const sample = owner.in(org_id)
  const lamp = await sample.call(createProduct, { name: 'Lamp', sku: 'LA-1', price: 30, stock_quantity: 7 })
  await sample.call(createTransaction, { product_id: lamp.id, type: 'adjustment', quantity: -2 })
  const [headings = [], ...rows] = await csvRows(sample, 'transactions/file')
  const cell = (row: readonly string[], heading: string) => row[headings.indexOf(heading)] ?? ''

  const sums = new Map<string, bigint>()
  for (const row of rows) {
    const id = cell(row, 'Product ID')
    sums.set(id, (sums.get(id) ?? 0n) + smallestUnits(Number(cell(row, 'On Hand Change')), 4))
  }
  const { items } = await sample.call(listProducts, { limit: 200 })
  const onHand = items.map(({ id, stock }) => [id, smallestUnits(stock.on_hand, 4)] as const)
  expect(onHand.length).toBeGreaterThan(10)
  expect(onHand.map(([id]) => [id, sums.get(id) ?? 0n])).toEqual(onHand)

  // The file has more than what changed on hand: transfers name both locations, and documents their numbers.
  expect(new Set(rows.map((row) => cell(row, 'Transaction Type')))).toEqual(
    new Set(['opening', 'in', 'out', 'adjustment', 'transfer']),
  )
  expect(rows.some((row) => cell(row, 'Location').includes(' → '))).toBe(true)
  expect(rows.some((row) => cell(row, 'Document').startsWith('PO-'))).toBe(true)
})

test('goods received elsewhere than they were expected came from no location of ours', async () => {
  const owner = await app.signUp()
  const [main] = (await owner.call(listLocations, {})).items
  const shop = await owner.call(createLocation, { name: 'Shop floor' })
  const mug = await owner.call(createProduct, { name: 'Mug', sku: 'MUG', price: 8 })
  const supplier = await owner.call(createSupplier, { name: 'Kiln' })
  const draft = await owner.call(createPurchaseOrder, {
    supplier_id: supplier.id,
    payment_terms_days: 14,
    lines: [{ product_id: mug.id, quantity: 5, unit_price: 2, location_id: main?.id }],
  })
  const { lines, id } = await owner.call(submitPurchaseOrder, { id: draft.id, version: draft.version })
  const { receipt } = await owner.call(createReceipt, {
    purchase_order_id: id,
    lines: [{ purchase_order_item_id: lines[0]?.id ?? '', quantity: 5, location_id: shop.id }],
  })
  await owner.call(reverseReceipt, { id: receipt.id })
  const [headings = [], ...rows] = await csvRows(owner, 'transactions/file')
  const columns = ['Transaction Type', 'Quantity', 'Location'].map((heading) => headings.indexOf(heading))
  expect(rows.map((row) => columns.map((column) => row[column]))).toEqual([
    ['out', '5', 'Shop floor'],
    ['in', '5', 'Shop floor'],
  ])
})
