import { userReference } from '../../ledger/post-stock.ts'
import type { PostingResult } from '../../ledger/posting.ts'
import { notifyOfStatuses } from '../notifications/notify-of-status.ts'
import type { Tx } from '../platform/db.ts'
import type { Actor } from '../platform/endpoint.ts'
import { sql } from '../platform/sql.ts'
import { refreshOrders } from '../purchase-orders/refresh-order.ts'
import { changeReceived } from './change-received.ts'
import type { NewReceipt, NewReceiptLine } from './new-receipt.ts'

/**
 * Writes receipts of different orders after they were posted: the receipts, each order's received quantities and
 * status, and the notifications. `results` are those of their postings, in the same order.
 */
export async function writeReceipts(
  tx: Tx,
  actor: Actor,
  receipts: readonly NewReceipt[],
  results: readonly PostingResult[],
): Promise<void> {
  const lines = receipts.flatMap(({ id, order, lines: own }) =>
    own.map((line) => ({ ...line, receipt_id: id, order_id: order.id })),
  )
  const orders = receipts.map(({ order }) => order)
  const ids = receipts.map(({ id }) => id)
  const isNew = { document: 'receipt', old_status: null, new_status: 'received' } as const
  await Promise.all([
    insertReceipts(tx, actor, receipts, lines, results.map(momentOf)),
    insertPhotos(tx, actor, lines),
    changeReceived(tx, actor, lines, 1),
    refreshOrders(tx, actor, orders),
    notifyOfStatuses(tx, actor, isNew, ids),
  ])
}

type Line = NewReceiptLine & { receipt_id: string; order_id: string }

function momentOf({ happened_at, recorded_at }: PostingResult): string {
  const moment = happened_at ?? recorded_at
  if (moment === undefined) throw new Error('a receipt moves something')
  return moment
}

/** Into the table itself: a limited member's view leaves out receipts at other locations, which have numbers too. */
function insertReceipts(
  tx: Tx,
  actor: Actor,
  receipts: readonly NewReceipt[],
  lines: readonly Line[],
  moments: readonly string[],
): Promise<unknown> {
  return tx.run(sql`
    with lines as (
      select * from unnest(
        ${lines.map((line) => line.receipt_id)}::uuid[], ${lines.map((line) => line.order_id)}::uuid[],
        ${lines.map((line) => line.line_no)}::integer[], ${lines.map((line) => line.item.id)}::uuid[],
        ${lines.map((line) => line.item.product_id)}::uuid[], ${lines.map((line) => line.location_id)}::uuid[],
        ${lines.map((line) => line.lot_id)}::uuid[], ${lines.map((line) => line.quantity)}::numeric[],
        ${lines.map((line) => line.condition)}::text[], ${lines.map((line) => line.is_over_delivery)}::boolean[],
        ${lines.map((line) => line.notes)}::text[])
        as l (receipt_id, order_id, line_no, item_id, product_id, location_id, lot_id, quantity, condition, is_over_delivery, notes)
    ), made as (
      insert into public.receipts (org_id, id, purchase_order_id, receipt_no, notes, user_id, user_reference, posting_id, received_at, line_count, units)
      select ${actor.org_id}, n.id, n.order_id, 1 + coalesce((
          select max(receipt_no) from public.receipts where org_id = ${actor.org_id} and purchase_order_id = n.order_id), 0),
        n.notes, ${actor.user_id}, ${userReference(actor)}, n.id, n.received_at, l.count, l.units
      from unnest(${receipts.map(({ id }) => id)}::uuid[], ${receipts.map(({ order }) => order.id)}::uuid[],
        ${receipts.map(({ notes }) => notes)}::text[], ${moments}::timestamptz[]) as n (id, order_id, notes, received_at)
      join (select receipt_id, count(*) as count, sum(quantity) as units from lines group by receipt_id) l on l.receipt_id = n.id
    )
    insert into receipt_items (org_id, receipt_id, purchase_order_id, line_no, purchase_order_item_id, product_id, location_id, lot_id,
      quantity, condition, is_over_delivery, notes)
    select ${actor.org_id}, l.* from lines l`)
}

async function insertPhotos(tx: Tx, actor: Actor, lines: readonly Line[]): Promise<void> {
  const photos = lines.flatMap(({ receipt_id, line_no, photos: addresses }) =>
    addresses.map((address, index) => ({ receipt_id, line_no, photo_no: index + 1, address })),
  )
  if (photos.length === 0) return
  await tx.run(sql`
    insert into receipt_photos (org_id, receipt_id, line_no, photo_no, address)
    select ${actor.org_id}, n.* from unnest(
      ${photos.map((photo) => photo.receipt_id)}::uuid[], ${photos.map((photo) => photo.line_no)}::integer[],
      ${photos.map((photo) => photo.photo_no)}::integer[], ${photos.map((photo) => photo.address)}::text[]) as n`)
}
