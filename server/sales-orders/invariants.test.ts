import { beforeAll, describe, test } from 'vitest'
import { expectSound } from '../testing/expect-sound.ts'
import { testApp } from '../testing/app.ts'
import { type Damage, testDamage } from '../testing/damage.ts'
import { limitedMember } from '../testing/limited-member.ts'
import { keepLocationCounts } from '../members/location-sets-handler.ts'
import { selling } from '../testing/selling.ts'

const app = await testApp()
const ids: Record<string, string> = {}

/**
 * A partly shipped order (:order, its line :line; shipment :sent is delivered, :failed came back, :waiting waits), a
 * shipped one with two returns (:whole, :back, :undone), a cancelled one (:cancelled), an untouched one (:fresh), and a
 * shipment that was shipped by mistake, made pending and shipped again (:again).
 */
beforeAll(async () => {
  const s = await selling(app)
  const [bolts, wax] = [await s.product(20), await s.product(20)]
  const order = await s.order([
    [bolts.id, 10],
    [wax.id, 5],
  ])
  await s.pay(order, 3)
  const failed = await s.ship(order, 2)
  await s.move(failed, 'failed', { account: 'held' })
  const sent = await s.ship(order, 4)
  await s.move(sent, 'delivered')
  const waiting = await s.plan(order, 1, { item: 1, quantity: 2 })
  const whole = await s.order([[bolts.id, 4]], { status: 'shipped' })
  const { return: undone } = await s.giveBack(whole, 1)
  await s.undoReturn(undone)
  const { return: back } = await s.giveBack(whole, 2, { account: 'held' })
  const cancelled = await s.to(await s.order([[wax.id, 3]]), 'cancelled')
  const fresh = await s.order([[wax.id, 3]])
  const again = await s.ship(await s.order([[bolts.id, 3]], { location_id: s.main }), 2)
  await s.move(again, 'pending')
  await s.move(again, 'in_transit')
  await limitedMember(app, s.me, [s.shop])
  await app.app.outbox.drain()
  const { org_id, user_id } = s.me
  await app.db.transaction({ org_id, user_id, locations: 'all' }, async (tx) => {
    while (await keepLocationCounts(tx, org_id, 0, 1_000));
  })
  Object.assign(ids, {
    order: order.id,
    line: order.lines[0]!.id,
    sent: sent.id,
    failed: failed.id,
    waiting: waiting.id,
    whole: whole.id,
    back: back.id,
    undone: undone.id,
    cancelled: cancelled.id,
    ended: cancelled.lines[0]!.id,
    fresh: fresh.id,
    again: again.id,
    free: fresh.lines[0]!.id,
    shop: s.shop,
  })
})

const damage: Damage[] = [
  [
    '29-sales-payments-follow-lines-and-payments',
    `update sales_orders set total_amount = total_amount + 0.01 where id = :order`,
  ],
  ['29-sales-payments-follow-lines-and-payments', `update sales_orders set payment_status = 'paid' where id = :order`],
  [
    '29-sales-payments-follow-lines-and-payments',
    `update sales_orders set payment_status = 'partial' where id = :cancelled`,
  ],
  ['29-sales-payments-follow-lines-and-payments', `delete from payments where sales_order_id = :order`],
  ['29-sales-payments-follow-lines-and-payments', `update payments set amount = 2.99 where sales_order_id = :order`],
  [
    '29-sales-payments-follow-lines-and-payments',
    `update sales_order_items set unit_price = 0 where sales_order_id = :fresh`,
  ],
  [
    '30-shipped-is-what-the-ledger-shipped',
    `update sales_order_items set shipped_quantity = shipped_quantity + 1 where id = :line`,
  ],
  ['30-shipped-is-what-the-ledger-shipped', `update sales_order_items set planned_quantity = 0 where id = :line`],
  ['30-shipped-is-what-the-ledger-shipped', `update sales_order_items set quantity = 4 where id = :line`],
  ['30-shipped-is-what-the-ledger-shipped', `update stock_demands set fulfilled = 5 where document_line_id = :line`],
  ['30-shipped-is-what-the-ledger-shipped', `delete from shipment_items where shipment_id = :sent`],
  ['30-shipped-is-what-the-ledger-shipped', `update shipments set status = 'delivered' where id = :failed`],
  ['31-sales-lines-want-what-they-should', `update stock_demands set wanted = 9 where document_line_id = :line`],
  ['31-sales-lines-want-what-they-should', `update stock_demands set wanted = 3 where document_line_id = :ended`],
  ['31-sales-lines-want-what-they-should', `delete from sales_order_items where id = :free`],
  ['31-sales-lines-want-what-they-should', `delete from stock_demands where document_line_id = :free`],
  ['31-sales-lines-want-what-they-should', `update sales_orders set location_id = :shop where id = :fresh`],
  ['32-sales-status-follows-its-lines', `update sales_orders set status = 'shipped', open_lines = 0 where id = :order`],
  ['32-sales-status-follows-its-lines', `update sales_orders set status = 'processing' where id = :whole`],
  ['32-sales-status-follows-its-lines', `update sales_orders set open_lines = 1 where id = :cancelled`],
  ['32-sales-status-follows-its-lines', `update sales_orders set line_count = 3 where id = :order`],
  [
    '32-sales-status-follows-its-lines',
    `update sales_orders set status = 'cancelled', open_lines = 0 where id = :order`,
  ],
  ['33-status-changes-form-a-chain', `delete from status_changes where sales_order_id = :order and change_no = 2`],
  ['33-status-changes-form-a-chain', `update shipments set status = 'in_transit' where id = :sent`],
  [
    '33-status-changes-form-a-chain',
    `update status_changes set old_status = 'failed' where shipment_id = :sent and change_no = 2`,
  ],
  [
    '34-order-numbers-are-unique',
    `drop index sales_orders_number_key; update sales_orders set order_number = 'SO-123456-789'`,
  ],
  ['34-order-numbers-are-unique', `update sales_orders set order_number = 'PO-123456-789' where id = :fresh`],
  ['50-shipments-are-their-postings', `update shipment_items set quantity = 5 where shipment_id = :sent`],
  ['50-shipments-are-their-postings', `update shipments set posting_id = null where id = :sent`],
  ['50-shipments-are-their-postings', `update shipments set undo_posting_id = null where id = :failed`],
  ['50-shipments-are-their-postings', `delete from stock_movements where posting_id = :sent`],
  ['50-shipments-are-their-postings', `delete from shipment_undos where shipment_id = :again`],
  ['50-shipments-are-their-postings', `update shipments set posting_id = id where id = :again`],
  [
    '50-shipments-are-their-postings',
    `update stock_movements set to_account = 'available' where to_account = 'reserved' and from_account = 'customer'
       and posting_id in (select undo_posting_id from shipment_undos where shipment_id = :again)`,
  ],
  ['51-returns-are-their-postings', `update sales_return_items set account = 'available' where return_id = :back`],
  ['51-returns-are-their-postings', `update sales_return_items set quantity = 1 where return_id = :back`],
  ['51-returns-are-their-postings', `delete from sales_return_items where return_id = :back`],
  ['51-returns-are-their-postings', `update sales_returns set undo_posting_id = :back where id = :undone`],
  ['51-returns-are-their-postings', `update sales_order_items set returned_quantity = 0 where sales_order_id = :whole`],
  [
    '64-document-counts-are-the-documents',
    `update document_counts set documents = documents + 1 where kind = 'shipment' and status = 'failed'`,
  ],
  ['64-document-counts-are-the-documents', `update document_counts set open_lines = 0 where kind = 'sales_order'`],
  ['66-location-counts-are-the-documents', `update document_location_counts set documents = documents + 1`],
  [
    '66-location-counts-are-the-documents',
    `update document_location_counts set open_lines = 0 where kind = 'sales_order'`,
  ],
  [
    '66-location-counts-are-the-documents',
    `update document_location_counts set location_ids = array[:shop]::uuid[] where order_location_ids <> '{}'`,
  ],
  ['66-location-counts-are-the-documents', `delete from document_location_counts where kind = 'shipment'`],
]

test('sound orders violate nothing', async () => expectSound(app))

describe('each invariant of sales finds its violation', () => {
  const tables = ['sales_orders', 'sales_order_items', 'payments', 'status_changes', 'shipments', 'shipment_items']
  testDamage(
    app.admin,
    [...tables, 'sales_returns', 'sales_return_items', 'stock_demands', 'stock_commitments'],
    damage,
    () => ids,
  )
})
