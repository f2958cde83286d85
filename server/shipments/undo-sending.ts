import type { Tx } from '../platform/db.ts'
import type { Actor } from '../platform/endpoint.ts'
import { datedAt } from '../organizations/entered-days.ts'
import { newId } from '../platform/ids.ts'
import { refuse } from '../platform/refusal.ts'
import type { LockedOrder } from '../sales-orders/lock-order.ts'
import { refreshOrder } from '../sales-orders/refresh-order.ts'
import { metadataOf } from '../sales-orders/reserving.ts'
import { postMany } from '../../ledger/post-stock.ts'
import type { MoveLine, NewPosting } from '../../ledger/posting.ts'
import { sql } from '../platform/sql.ts'
import { explainRefusals } from '../stock/explain-refusals.ts'
import type { StoredShipment } from './read-shipments.ts'
import { requireNotReturned } from './require-not-returned.ts'
import { type Sent, sentWith } from './sent-units.ts'
import { markPending } from './write-shipments.ts'

/**
 * Returns a shipment that was marked as shipped by mistake to pending: its posting is reversed movement by movement, so
 * units are back in the account, location and lot they left, reserved for the same line, at the same cost, and on the
 * date `happened_at` (null: now). Only while nothing later depends on it. Refuses, in this order: wrong_status (the
 * order was cancelled, or ships from another location since {location}); line_has_returns {product, returned};
 * location_not_active, product_archived.
 */
export async function undoSending(
  tx: Tx,
  actor: Actor,
  order: LockedOrder,
  shipment: StoredShipment,
  { notes, happened_at }: { notes: string | null; happened_at: string | null },
): Promise<void> {
  if (order.status === 'cancelled')
    refuse(
      'wrong_status',
      { status: order.status },
      'This order was cancelled. Mark the shipment as failed to return its items to stock.',
    )
  const sent = await sentWith(tx, actor, shipment)
  await requireSameLocation(tx, actor, order, sent)
  await requireNotReturned(tx, actor, order, shipment.items, sent)
  const posting = { ...undoPosting(order, shipment, sent), ...datedAt(happened_at) }
  await explainRefusals(postMany(tx, actor, [posting]), {
    fields: null,
    sentences: {
      location_not_active: ({ location }) =>
        `${String(location)}, where these items shipped from, isn’t active. Activate it first, or mark the shipment as failed.`,
    },
  })
  await markPending(tx, actor, shipment, { undo_posting_id: posting.id, notes })
  await refreshOrder(tx, actor, order)
}

/** An order reserves only where it ships from: units that left elsewhere can't be reserved for it again. */
async function requireSameLocation(tx: Tx, actor: Actor, order: LockedOrder, sent: readonly Sent[]): Promise<void> {
  const left = sent.find((movement) => order.location_id !== null && movement.from_location_id !== order.location_id)
  if (!left) return
  const names = await tx.one(sql<{ before: string; now: string }>`
    select (select name from locations where org_id = ${actor.org_id} and id = ${left.from_location_id}) as before,
      (select name from locations where org_id = ${actor.org_id} and id = ${order.location_id}) as now`)
  refuse(
    'wrong_status',
    { left_from: names.before, ships_from: names.now },
    `This order now ships from ${names.now}, but these items shipped from ${names.before}. Mark the shipment as failed instead.`,
  )
}

function undoPosting(order: LockedOrder, shipment: StoredShipment, sent: readonly Sent[]): NewPosting {
  // Reserved and available units are separate entries: an entry's units go to one account.
  const entries = new Map<string, number>()
  const entryOf = ({ entry_no, from_account }: Sent) => {
    const key = `${entry_no} ${from_account}`
    return entries.get(key) ?? entries.set(key, entries.size + 1).size
  }
  return {
    id: newId(),
    kind: 'shipment_undo',
    source_kind: 'shipment',
    source_id: shipment.id,
    metadata: metadataOf(order),
    lines: sent.map((movement): MoveLine => ({
      entry_no: entryOf(movement),
      product_id: movement.product_id,
      quantity: movement.quantity,
      unit_cost: movement.unit_cost,
      document_line_id: movement.document_line_id,
      from_account: 'customer',
      to_account: movement.from_account,
      to_location_id: movement.from_location_id,
      to_lot_id: movement.from_lot_id,
      type: 'in',
      reason: 'customer_order',
    })),
  }
}
