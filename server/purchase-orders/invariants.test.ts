import { beforeAll, describe, test } from 'vitest'
import { expectSound } from '../testing/expect-sound.ts'
import { testApp } from '../testing/app.ts'
import { type Damage, testDamage } from '../testing/damage.ts'
import { ordering } from '../testing/ordering.ts'

const app = await testApp()
const ids: Record<string, string> = {}

/**
 * A partly received order (:order, its started line :line and untouched line :rest, its receipt :receipt), a cancelled
 * one, a draft, one with extra units (:over, its line :full), and one on account that was partly received, then
 * cancelled (:account).
 */
beforeAll(async () => {
  const s = await ordering(app)
  const order = await s.ordered(10, 5)
  const first = await s.receive(order, 2)
  await s.undo(first.receipt)
  const { receipt } = await s.receive(order, { quantity: 3, condition: 'damaged' }, 1)
  const cancelled = await s.cancel(await s.ordered(4))
  const draft = await s.draft(4)
  const { order: over } = await s.receive(await s.ordered(2), 2, { quantity: 1, is_over_delivery: true })
  const { order: account } = await s.receive(
    await s.submit(await s.save(await s.draft(2), { payment_terms_days: 30 })),
    1,
  )
  Object.assign(ids, {
    account: (await s.cancel(account)).id,
    order: order.id,
    line: order.lines[0]!.id,
    rest: order.lines[1]!.id,
    receipt: receipt.id,
    undone: first.receipt.id,
    cancelled: cancelled.id,
    ended: cancelled.lines[0]!.id,
    draft: draft.id,
    over: over.id,
    full: over.lines[0]!.id,
    shop: s.shop,
  })
})

const damage: Damage[] = [
  ['21-lines-are-counted', `update purchase_orders set open_lines = 1 where id = :order`],
  ['21-lines-are-counted', `update purchase_orders set partial_lines = 0 where id = :order`],
  ['21-lines-are-counted', `update purchase_order_items set received_quantity = 11 where id = :line`],
  ['21-lines-are-counted', `delete from purchase_order_items where purchase_order_id = :draft`],
  [
    '22-received-is-what-the-ledger-received',
    `update purchase_order_items set received_quantity = received_quantity + 1 where id = :line`,
  ],
  ['22-received-is-what-the-ledger-received', `update stock_demands set fulfilled = 5 where document_line_id = :line`],
  [
    '22-received-is-what-the-ledger-received',
    `update purchase_order_items set over_delivered_quantity = 0 where id = :full`,
  ],
  ['22-received-is-what-the-ledger-received', `delete from receipt_items where receipt_id = :receipt and line_no = 2`],
  ['23-order-status-follows-its-lines', `update purchase_orders set status = 'received' where id = :order`],
  ['23-order-status-follows-its-lines', `update purchase_orders set status = 'ordered' where id = :order`],
  [
    '23-order-status-follows-its-lines',
    `update purchase_order_items set received_quantity = quantity where purchase_order_id = :draft`,
  ],
  [
    '24-nothing-comes-to-a-cancelled-order',
    `update purchase_orders set cancelled_at = '2020-01-01', status = 'cancelled' where id = :order`,
  ],
  ['25-received-lines-stay', `delete from purchase_order_items where id = :line`],
  ['25-received-lines-stay', `update receipt_items set purchase_order_item_id = null where receipt_id = :receipt`],
  [
    '22-received-is-what-the-ledger-received',
    `update receipt_items set purchase_order_item_id = null where purchase_order_item_id = :full and is_over_delivery`,
  ],
  ['26-no-forbidden-step', `update status_changes set new_status = 'received' where old_status = 'draft'`],
  [
    '26-no-forbidden-step',
    `update purchase_orders set paid_amount = 0 where id = :order; delete from audit_trail where record_id = :order`,
  ],
  [
    '35-payments-are-due-after-the-first-receipt',
    `update purchase_orders set payment_terms_days = 30 where id = :order`,
  ],
  [
    '35-payments-are-due-after-the-first-receipt',
    `update purchase_orders set payment_due_date = payment_due_date + 2 where id = :account`,
  ],
  ['28-payment-status-follows-payments', `update purchase_orders set payment_status = 'cancelled' where id = :account`],
  [
    '27-order-totals-are-their-lines',
    `update purchase_orders set total_amount = total_amount + 0.01 where id = :order`,
  ],
  [
    '27-order-totals-are-their-lines',
    `update purchase_orders set over_delivered_amount = over_delivered_amount + 0.01 where id = :over`,
  ],
  ['28-payment-status-follows-payments', `update purchase_orders set payment_status = 'paid' where id = :over`],
  ['28-payment-status-follows-payments', `update purchase_orders set payment_status = 'pending' where id = :order`],
  ['28-payment-status-follows-payments', `delete from purchase_order_payments where purchase_order_id = :order`],
  [
    '33-status-changes-form-a-chain',
    `delete from status_changes where purchase_order_id = :order and new_status = 'ordered'`,
  ],
  [
    '33-status-changes-form-a-chain',
    `update status_changes set old_status = 'partial' where purchase_order_id = :order and change_no = 2`,
  ],
  ['33-status-changes-form-a-chain', `delete from status_changes where purchase_order_id = :draft`],
  [
    '34-order-numbers-are-unique',
    `drop index purchase_orders_number_key; update purchase_orders set order_number = 'PO-123456-789'`,
  ],
  ['34-order-numbers-are-unique', `update purchase_orders set order_number = 'Monday' where id = :draft`],
  [
    '48-incoming-is-what-open-orders-expect',
    `update stock_commitments set quantity = quantity + 1 where document_line_id = :rest`,
  ],
  ['48-incoming-is-what-open-orders-expect', `update purchase_order_items set location_id = :shop where id = :rest`],
  ['48-incoming-is-what-open-orders-expect', `update stock_demands set wanted = 4 where document_line_id = :ended`],
  ['48-incoming-is-what-open-orders-expect', `delete from purchase_order_items where id = :rest`],
  ['49-receipts-are-their-postings', `update receipt_items set condition = 'good' where receipt_id = :receipt`],
  ['49-receipts-are-their-postings', `update receipt_items set quantity = quantity + 1 where receipt_id = :receipt`],
  ['49-receipts-are-their-postings', `update receipt_items set is_over_delivery = true where receipt_id = :receipt`],
  ['49-receipts-are-their-postings', `update receipts set units = units + 1 where id = :receipt`],
  ['49-receipts-are-their-postings', `update receipts set line_count = line_count + 1 where id = :receipt`],
  [
    '49-receipts-are-their-postings',
    `update receipts set undo_posting_id = posting_id where id = :undone; delete from stock_movements where posting_id = :undone`,
  ],
]

test('sound orders violate nothing', async () => expectSound(app))

describe('each invariant of orders finds its violation', () => {
  const tables = ['purchase_orders', 'purchase_order_items', 'status_changes', 'receipts', 'receipt_items']
  testDamage(app.admin, [...tables, 'stock_demands', 'stock_commitments'], damage, () => ids)
})
