import { type Condition, reverseReceipt } from '../../contract/receiving.ts'
import { requireWholeDocument } from '../members/require-whole-document.ts'
import type { Tx } from '../platform/db.ts'
import { notifyOfStatus } from '../notifications/notify-of-status.ts'
import { datedAt, momentOfUndo } from '../organizations/entered-days.ts'
import { implement, type Actor } from '../platform/endpoint.ts'
import { newId } from '../platform/ids.ts'
import { refuse } from '../platform/refusal.ts'
import { lockOrderInPart, type LockedOrder, readLines, type StoredLine } from '../purchase-orders/lock-order.ts'
import { refreshOrder } from '../purchase-orders/refresh-order.ts'
import { postStock, userReference } from '../../ledger/post-stock.ts'
import type { Demand, MoveLine } from '../../ledger/posting.ts'
import { sql } from '../platform/sql.ts'
import { explainRefusals } from '../stock/explain-refusals.ts'
import { undoMessages } from '../stock/undo-messages.ts'
import { changeReceived } from './change-received.ts'
import { receiptOf } from './queries.ts'

type ReceivedLine = {
  line_no: number
  product_id: string
  location_id: string
  lot_id: string
  quantity: number
  unit_cost: number
  condition: Condition
} & (
  | { is_over_delivery: false; purchase_order_item_id: string }
  // Null: an earlier version removed the line, which had nothing but over-deliveries.
  | { is_over_delivery: true; purchase_order_item_id: string | null }
)

/**
 * Undoes a receipt, once, based on the order's current state: its units are expected again where the line expects them,
 * or return to the supplier if the order is cancelled (over-deliveries always do). Received quantities and the status
 * follow. A receipt dated earlier is undone on its own date, as if its units had never arrived, or now if the books are
 * closed for that date. Refuses, in this order: not_found; forbidden to a limited member if it received units for other
 * locations too; already_reversed; insufficient_stock if units have left or are reserved {location, asked, available,
 * on_hand, reserved, held}; product_archived.
 */
export const reverseReceiptCommand = implement(reverseReceipt, async (tx, actor, { id: receipt_id }) => {
  const { order, metadata, happened_at } = await lockReceipt(tx, actor, receipt_id)
  const [items, lines] = await Promise.all([readLines(tx, actor, order.id), receivedLines(tx, actor, receipt_id)])
  const locations = await expectAgain(tx, actor, order, items)
  const closed = order.status === 'cancelled'
  const posting_id = newId()
  await explainRefusals(
    postStock(tx, actor, {
      id: posting_id,
      kind: 'receipt_reversal',
      source_kind: 'receipt',
      source_id: receipt_id,
      metadata,
      ...datedAt(happened_at),
      demands: closed ? settled(order, lines) : [],
      lines: lines.map((line) => backward(line, locations)),
    }),
    undoMessages,
  )
  await Promise.all([
    tx.run(sql`
    update receipts set undo_posting_id = ${posting_id}, undone_by = ${userReference(actor)}, undone_at = app.now()
    where org_id = ${actor.org_id} and id = ${receipt_id}`),
    changeReceived(tx, actor, lines, -1),
    refreshOrder(tx, actor, order),
  ])
  const [, receipt] = await Promise.all([
    notifyOfStatus(tx, actor, { document: 'receipt', id: receipt_id, old_status: 'received', new_status: 'undone' }),
    receiptOf(tx, actor, receipt_id),
  ])
  return receipt
})

/**
 * Locks the receipt's order, after the organization if the receipt was dated earlier. Then ensures that the receipt
 * hasn't been undone. Refuses not_found, forbidden, already_reversed.
 */
async function lockReceipt(tx: Tx, actor: Actor, receipt_id: string) {
  // A limited member who doesn't see the posting is refused below.
  const receipt = await tx.maybe(sql<{ purchase_order_id: string; metadata: Record<string, unknown> }>`
    select r.purchase_order_id, p.metadata from receipts r
    left join stock_postings p on p.org_id = r.org_id and p.id = r.posting_id
    where r.org_id = ${actor.org_id} and r.id = ${receipt_id}`)
  if (!receipt) refuse('not_found')
  const happened_at = await momentOfUndo(tx, actor, receipt_id)
  const order = await lockOrderInPart(tx, actor, receipt.purchase_order_id)
  await requireWholeDocument(tx, actor, 'receipt', receipt_id)
  const { is_undone } = await tx.one(sql<{ is_undone: boolean }>`
    select undone_at is not null as is_undone from receipts where org_id = ${actor.org_id} and id = ${receipt_id}`)
  if (is_undone) refuse('already_reversed', undefined, 'This receipt was already undone.')
  return { order, metadata: receipt.metadata, happened_at }
}

function receivedLines(tx: Tx, actor: Actor, receipt_id: string): Promise<ReceivedLine[]> {
  return tx.all(sql<ReceivedLine>`
    select i.line_no, i.purchase_order_item_id, i.product_id, i.location_id, i.lot_id, i.quantity, i.condition, i.is_over_delivery, m.unit_cost
    from receipt_items i
    join stock_movements m on m.org_id = i.org_id and m.posting_id = i.receipt_id and m.entry_no = i.line_no and m.is_entry
    where i.org_id = ${actor.org_id} and i.receipt_id = ${receipt_id} order by i.line_no`)
}

/**
 * Where each line expects its units again: its own location, or the default if that one was closed in the meantime
 * (then the line moves). Nothing for a cancelled order.
 */
async function expectAgain(
  tx: Tx,
  actor: Actor,
  order: LockedOrder,
  items: readonly StoredLine[],
): Promise<Map<string, string | null>> {
  if (order.status === 'cancelled') return new Map()
  const moved = await tx.all(sql<{ id: string; location_id: string }>`
    update purchase_order_items i set location_id = d.id, updated_at = app.now()
    from locations d, locations l
    where i.org_id = ${actor.org_id} and i.purchase_order_id = ${order.id} and i.received_quantity = i.quantity
      and d.org_id = i.org_id and d.is_default
      and l.org_id = i.org_id and l.id = i.location_id and not l.is_active
    returning i.id, i.location_id`)
  return new Map([...items, ...moved].map((line) => [line.id, line.location_id]))
}

function backward(line: ReceivedLine, expectedAt: ReadonlyMap<string, string | null>): MoveLine {
  return {
    entry_no: line.line_no,
    product_id: line.product_id,
    quantity: line.quantity,
    unit_cost: line.unit_cost,
    from_account: line.condition === 'damaged' ? 'held' : 'available',
    from_location_id: line.location_id,
    from_lot_id: line.lot_id,
    type: 'out',
    reason: 'purchase_order',
    ...(line.is_over_delivery
      ? { to_account: 'supplier' as const }
      : {
          ...goingTo(expectedAt.get(line.purchase_order_item_id) ?? null, line.product_id),
          document_line_id: line.purchase_order_item_id,
        }),
  }
}

/** Incoming goods have no lot yet. */
const goingTo = (location_id: string | null, product_id: string) =>
  location_id === null
    ? { to_account: 'supplier' as const }
    : { to_account: 'incoming' as const, to_location_id: location_id, to_lot_id: product_id }

/** A cancelled order doesn't want returned units again. */
function settled(order: LockedOrder, lines: readonly ReceivedLine[]): Demand[] {
  const of = new Map(lines.filter((line) => !line.is_over_delivery).map((line) => [line.purchase_order_item_id, line]))
  return [...of].map(([document_line_id, { product_id }]) => ({
    document_line_id,
    document_kind: 'purchase_order',
    document_id: order.id,
    product_id,
    wanted: null,
    settles: true,
  }))
}
