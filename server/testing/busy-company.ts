import { createImport } from '../../contract/imports.ts'
import { createProduct, updateProduct } from '../../contract/products.ts'
import { cancelPurchaseOrder, createPurchaseOrder, payPurchaseOrder } from '../../contract/purchase-orders.ts'
import { createReceipt, reverseReceipt } from '../../contract/receiving.ts'
import { setLocationStock } from '../../contract/stock.ts'
import { reversePosting } from '../../contract/postings.ts'
import { createSupplier } from '../../contract/suppliers.ts'
import { createTransactionDraft } from '../../contract/transaction-drafts.ts'
import { createTransaction } from '../../contract/transactions.ts'
import { stockInReasons, stockOutReasons } from '../../contract/stock-reasons.ts'
import { cancelTransfer, completeTransfer, createTransfer, reverseTransfer } from '../../contract/location-transfers.ts'
import type { TestApp } from './app.ts'
import { receiptInput } from './ordering.ts'
import { selling, type Selling } from './selling.ts'

/** A company with everything that can happen to stock, and the resulting records. */
export type BusyCompany = Selling & Readonly<{ product_ids: readonly string[] }>

/**
 * Every reason of stock in and out, adjustments, counts, lots, transfers in one and two steps, completed, called back
 * and undone, orders received in part, damaged and beyond what was ordered, sold, backordered, shipped, failed and
 * returned, imports, undos and a pending transaction.
 */
export async function busyCompany(app: TestApp): Promise<BusyCompany> {
  const s = await selling(app)
  const { me, main, shop } = s
  const drain = () => app.app.outbox.drain()

  const reasons = await s.product(100)
  const enter = (product_id: string, type: 'in' | 'out', reason_code: string, quantity: number, more: object = {}) =>
    me.call(createTransaction, {
      product_id,
      type,
      reason_code: reason_code as 'other',
      quantity,
      notes: 'Entered',
      ...more,
    })
  await enter(reasons.id, 'out', 'qc_hold', 9)
  for (const reason of stockInReasons) await enter(reasons.id, 'in', reason, 2)
  for (const reason of stockOutReasons)
    await enter(reasons.id, 'out', reason, 3, { happened_at: '2026-01-05T10:00:00Z' })
  await enter(reasons.id, 'out', 'held_scrap', 1)
  await enter(reasons.id, 'out', 'return_to_supplier', 1)
  await me.call(createTransaction, { product_id: reasons.id, type: 'adjustment', quantity: 4 })
  await me.call(createTransaction, { product_id: reasons.id, type: 'adjustment', quantity: -6 })
  await me.call(createTransactionDraft, {
    product_id: reasons.id,
    type: 'in',
    quantity: 50,
    reason_code: 'customer_return',
  })
  const { posting_id } = await enter(reasons.id, 'out', 'damaged', 5)
  await me.call(reversePosting, { posting_id })

  const lots = await s.product(10, { quantity_decimals: 2 })
  for (const lot_number of ['L-1', 'L-2']) await enter(lots.id, 'in', 'production_completion', 2.25, { lot_number })
  await enter(lots.id, 'out', 'customer_order', 13.5)
  await me.call(setLocationStock, { product_id: lots.id, location_id: shop, quantities: [{ from: 0, to: 3.75 }] })
  const { id, name, sku, price, version } = await s.product(7)
  await me.call(updateProduct, { id, version, name, sku, price, stock_quantity: { from: 7, to: 12 } })

  const moved = await s.product(40)
  const transfer = (quantity: number, status: 'pending' | 'completed') =>
    me.call(createTransfer, { product_id: moved.id, from_location_id: main, to_location_id: shop, quantity, status })
  await transfer(5, 'completed')
  await me.call(reverseTransfer, { transfer_id: (await transfer(4, 'completed')).id })
  await me.call(completeTransfer, { transfer_id: (await transfer(3, 'pending')).id })
  await me.call(cancelTransfer, { transfer_id: (await transfer(2, 'pending')).id })
  await transfer(1, 'pending')

  const [bought, sold] = [await s.product(3), await s.product(20)]
  const backordered = await s.order([[bought.id, 8]])
  const supplier = await me.call(createSupplier, { name: 'Exotic Liquids' })
  const buy = async (quantity: number) => {
    const lines = [{ product_id: bought.id, quantity, unit_price: 2 }]
    const draft = await me.call(createPurchaseOrder, { supplier_id: supplier.id, lines })
    return me.call(payPurchaseOrder, { id: draft.id, version: draft.version })
  }
  const order = await buy(30)
  const receive = (from: typeof order, ...lines: Parameters<typeof receiptInput>[2]) =>
    me.call(createReceipt, receiptInput(from, main, lines))
  await receive(order, { quantity: 6, lot_number: 'R-1' }, { quantity: 2, condition: 'damaged', location_id: shop })
  await receive(order, { quantity: 22 }, { quantity: 3, is_over_delivery: true })
  await drain()
  const { receipt } = await receive(await buy(4), 4)
  await me.call(reverseReceipt, { id: receipt.id })
  const cancelled = await buy(5)
  await me.call(cancelPurchaseOrder, { id: cancelled.id, version: cancelled.version })
  await drain()

  await s.ship(backordered, 2)
  const sale = await s.order([[sold.id, 9]])
  const failed = await s.ship(sale, 4)
  await s.move(failed, 'failed', { account: 'held' })
  await s.ship(sale, 3)
  await s.giveBack(sale, 2)
  const { return: undone } = await s.giveBack(sale, 1, { account: 'held' })
  await s.undoReturn(undone)
  const implicit = await s.order([[sold.id, 2]], { status: 'shipped' })
  await s.to(implicit, 'processing')
  await s.to(await s.order([[sold.id, 1]]), 'cancelled')
  // Stock is below the reservations: the newest ones are released.
  await enter(sold.id, 'out', 'theft_loss', 9)
  await drain()

  await me.call(createImport, {
    products: [{ name: 'Imported', sku: 'IMP-1', price: 3, stock_quantity: 6 }],
    categories: [],
    transactions: [{ product_id: 'IMP-1', type: 'out', quantity: 2, notes: 'Sold', status: 'completed' }],
  })
  const plain = await me.call(createProduct, { name: 'Never moved', sku: 'NONE', price: 1 })
  await drain()
  const { rows } = await app.admin.query<{ id: string }>('select id from products where org_id = $1', [me.org_id])
  const product_ids = rows.map((row) => row.id)
  if (!product_ids.includes(plain.id)) throw new Error('the company has lost a product')
  return { ...s, product_ids }
}
