import { expect, test } from 'vitest'
import { createCategory, updateCategory } from '../../contract/categories.ts'
import { createLocation } from '../../contract/locations.ts'
import { createProduct } from '../../contract/products.ts'
import { createPurchaseOrder, payPurchaseOrder, readPurchaseOrder } from '../../contract/purchase-orders.ts'
import { createReceipt } from '../../contract/receiving.ts'
import { createSupplier } from '../../contract/suppliers.ts'
import { createTransaction, listTransactions } from '../../contract/transactions.ts'
import { createTransfer } from '../../contract/location-transfers.ts'
import { sharedApp } from '../testing/app.ts'
import { receiptInput } from '../testing/ordering.ts'
import { selling } from '../testing/selling.ts'

const app = await sharedApp()

test('records are stamped with their creator’s id and organization; neither can be set in the body', async () => {
  const [s, other] = [await selling(app), await app.signUp()]
  const { me } = s
  const category = await me.call(createCategory, { name: 'Beverages', color: '#3B82F6' })
  const supplier = await me.call(createSupplier, { name: 'Exotic Liquids' })
  const location = await me.call(createLocation, { name: 'Cold store' })
  const product = await s.product(5)
  const move = { product_id: product.id, from_location_id: s.main, to_location_id: s.shop, quantity: 1 }
  const transfer = await me.call(createTransfer, move)
  const entry = { product_id: product.id, type: 'in' as const, quantity: 1, reason_code: 'transfer_in' as const }
  const { posting_id } = await me.call(createTransaction, entry)
  const draft = await me.call(createPurchaseOrder, {
    supplier_id: supplier.id,
    lines: [{ product_id: product.id, quantity: 3, unit_price: 2 }],
  })
  const purchase = await me.call(payPurchaseOrder, { id: draft.id, version: draft.version })
  const { receipt } = await me.call(createReceipt, receiptInput(purchase, s.main, [1]))
  const sale = await s.order([[product.id, 2]])
  const shipment = await s.ship(sale, 1)
  const { return: taken } = await s.giveBack(sale, 1)
  const paid = await s.pay(sale, 1)

  const rows = {
    categories: category,
    suppliers: supplier,
    locations: location,
    products: product,
    location_transfers: transfer,
    stock_postings: { id: posting_id },
    purchase_orders: purchase,
    receipts: receipt,
    sales_orders: sale,
    shipments: shipment,
    sales_returns: taken,
  }
  for (const [table, { id }] of Object.entries(rows)) {
    const { rows } = await app.admin.query(`select org_id, user_id from ${table} where id = $1`, [id])
    expect([table, rows]).toEqual([table, [{ org_id: me.org_id, user_id: me.user_id }]])
  }
  // The answers say so, too.
  const history = await me.call(listTransactions, { product_id: product.id })
  const answers = { category, supplier, location, product, transfer, purchase, sale, shipment, entry: history.items[0] }
  for (const [name, answer] of Object.entries(answers))
    expect([name, answer]).toMatchObject([name, { user_id: me.user_id }])
  expect(paid.payments).toMatchObject([{ created_by: me.user_id }])
  expect(paid.status_changes).toMatchObject(paid.status_changes.map(() => ({ changed_by: me.email })))

  for (const field of ['user_id', 'org_id'] as const) {
    const foreign = { [field]: other[field] }
    expect(await me.refused(createSupplier, { name: 'Theirs', ...foreign })).toMatchObject({
      status: 422,
      fields: { [field]: 'Unknown field' },
    })
  }
})

test('a record keeps the id of the member who added it when another member changes it', async () => {
  const [me, colleague] = [await app.signUp(), await app.signUp()]
  await app.admin.query(`insert into members (org_id, user_id, role) values ($1, $2, 'staff')`, [
    me.org_id,
    colleague.user_id,
  ])
  const { org_id } = me
  const { id, version, color } = await me.call(createCategory, { name: 'Beverages', color: '#3B82F6' })
  const saved = await colleague.call(updateCategory, { id, version, name: 'Drinks', color }, { org_id })
  expect(saved).toMatchObject({ name: 'Drinks', user_id: me.user_id })
  const supplier = await colleague.call(createSupplier, { name: 'Exotic Liquids' }, { org_id })
  expect(supplier.user_id).toBe(colleague.user_id)
  const product = await me.call(createProduct, { name: 'Chai', sku: 'NW-001', price: 18 })
  const order = { supplier_id: supplier.id, lines: [{ product_id: product.id, quantity: 1, unit_price: 2 }] }
  const made = await colleague.call(createPurchaseOrder, order, { org_id })
  expect((await me.call(readPurchaseOrder, { id: made.id })).user_id).toBe(colleague.user_id)
})
