import type { z } from 'zod'
import { canBecome, changeShipmentStatus, type ShipmentStatus } from '../../contract/shipments.ts'
import { daysToPost, momentOfUndo, notInFuture, requireNotBefore } from '../organizations/entered-days.ts'
import type { Tx } from '../platform/db.ts'
import { implementGrouped, type Actor } from '../platform/endpoint.ts'
import { refuse, refuseFields } from '../platform/refusal.ts'
import { requireActiveLocation } from '../sales-orders/check-save.ts'
import { type LockedOrder, readLines } from '../sales-orders/lock-order.ts'
import { refreshOrder } from '../sales-orders/refresh-order.ts'
import { demandOf } from '../sales-orders/reserving.ts'
import { postMany } from '../../ledger/post-stock.ts'
import type { Demand } from '../../ledger/posting.ts'
import { sql } from '../platform/sql.ts'
import { explainRefusals, type RefusalMessages } from '../stock/explain-refusals.ts'
import { readLeftLots } from './lots-back.ts'
import { lockShipment, requireSeenShipment } from './lock-shipment.ts'
import { shipmentOf } from './queries.ts'
import { inTransit, pending, readShipments, type StoredShipment } from './read-shipments.ts'
import { requireNotReturned } from './require-not-returned.ts'
import { backPosting, postShipping, sendingPosting } from './ship-goods.ts'
import { groupable, sentShipments } from './send-together.ts'
import { statusWords } from './status-words.ts'
import { undoSending } from './undo-sending.ts'
import { markDelivered, markFailed, markNotDelivered, markShipped } from './write-shipments.ts'

/** `happened_at` is the moment of the entered day, of a posting to undo, or null: now. */
type Input = z.output<typeof changeShipmentStatus.input>

/**
 * Ships a shipment (the reservation of each line first, then available stock), delivers it, or marks it as failed
 * (goods in transit come back, available or on hold, to where they left or a chosen location; the job reserves them
 * again, and the order ships from the chosen location if its own has closed). The order follows: all lines shipped →
 * shipped, all shipments delivered → delivered, goods back → processing; a cancelled order stays cancelled and wants
 * nothing again. A mistake is undone step by step: from delivered to in transit, and from in transit to pending
 * (undoSending, on the date on which it shipped). Refuses, in this order: not_found; conflict (if a version is given);
 * wrong_status; invalid_input (a date for a step that has none, or before the shipping date); happened_in_future;
 * insufficient_stock with every line that is short; not_found, location_not_active (the chosen location);
 * line_has_returns; period_closed; what undoSending refuses.
 */
export const changeShipmentStatusCommand = implementGrouped(
  changeShipmentStatus,
  sentShipments,
  groupable,
  async (tx, actor, asked) => {
    const [day] = await daysToPost(tx, actor, [asked.happened_at])
    const undone = asked.status === 'pending' ? await sendingOf(tx, actor, asked.shipment_id) : null
    const { order, shipment } = await lockShipment(tx, actor, asked.shipment_id)
    await requireSeenShipment(tx, actor, shipment, asked.version)
    if (!canBecome(shipment, asked.status))
      refuse('wrong_status', { status: shipment.status }, wrongStatus(shipment, asked.status))
    if (asked.happened_at !== null) requireDatable(shipment, asked.status)
    const input = { ...asked, happened_at: notInFuture(day, 'happened_at') }
    await requireNotBefore(tx, actor, { moment: input.happened_at, earliest: shipment.shipped_at, message: shippedOn })
    if (input.status === 'pending')
      await undoSending(tx, actor, order, shipment, { ...input, happened_at: momentOf(undone, shipment) })
    else if (input.status === 'in_transit')
      await (shipment.status === 'delivered' ? undoDelivery : send)(tx, actor, order, shipment, input)
    else if (input.status === 'delivered') await deliver(tx, actor, order, shipment, input)
    else await fail(tx, actor, order, shipment, input)
    return shipmentOf(tx, actor, shipment.id)
  },
)

const shippedOn = (day: string) => `This shipment left on ${day}`

type Sending = { posting_id: string; moment: string | null }

/** The posting that a step back undoes, and the date of its undo. Read before the documents are locked. */
async function sendingOf(tx: Tx, actor: Actor, shipment_id: string): Promise<Sending | null> {
  const found = await tx.maybe(sql<{ posting_id: string | null }>`
    select posting_id from shipments where org_id = ${actor.org_id} and id = ${shipment_id}`)
  if (!found?.posting_id) return null
  return { posting_id: found.posting_id, moment: await momentOfUndo(tx, actor, found.posting_id) }
}

/** Null if a colleague has undone that posting and shipped again in between. */
function momentOf(sending: Sending | null, { posting_id }: StoredShipment): string | null {
  return sending?.posting_id === posting_id ? sending.moment : null
}

/** Steps back, and shipments that fail before they left, have no date: nothing happens on it. */
function requireDatable({ status }: StoredShipment, next: ShipmentStatus): void {
  const isForward = status === 'pending' ? next === 'in_transit' : status === 'in_transit' && next !== 'pending'
  if (!isForward) refuseFields({ happened_at: 'This change can’t have an earlier date' })
}

function wrongStatus({ status, is_implicit }: StoredShipment, next: ShipmentStatus): string {
  if (is_implicit && status === 'in_transit')
    return 'This shipment was created by the order’s status. Change the order’s status to return the items to stock.'
  return `This shipment is ${statusWords[status]}. It can’t be marked as ${statusWords[next]}.`
}

async function send(
  tx: Tx,
  actor: Actor,
  order: LockedOrder,
  shipment: StoredShipment,
  { happened_at, notes }: Input,
): Promise<void> {
  const posting = sendingPosting(order, shipment, happened_at)
  await postShipping(tx, actor, [posting])
  await Promise.all([
    markShipped(tx, actor, [{ shipment, posting, happened_at, notes }]),
    refreshOrder(tx, actor, order),
  ])
}

/** Marked as delivered by mistake: it is still in transit, and so is its order. No stock moves. */
async function undoDelivery(
  tx: Tx,
  actor: Actor,
  order: LockedOrder,
  shipment: StoredShipment,
  { notes }: Input,
): Promise<void> {
  const change = order.status === 'delivered' ? { status: 'shipped' as const } : {}
  await Promise.all([markNotDelivered(tx, actor, shipment, notes), refreshOrder(tx, actor, order, change)])
}

async function deliver(
  tx: Tx,
  actor: Actor,
  order: LockedOrder,
  shipment: StoredShipment,
  input: Input,
): Promise<void> {
  const [, ...others] = await Promise.all([
    markDelivered(tx, actor, shipment, input),
    readShipments(tx, actor, order.id, pending),
    readShipments(tx, actor, order.id, inTransit),
  ])
  const arrived = order.status === 'shipped' && others.flat().length === 0
  await refreshOrder(tx, actor, order, arrived ? { status: 'delivered' } : {})
}

async function fail(tx: Tx, actor: Actor, order: LockedOrder, shipment: StoredShipment, input: Input): Promise<void> {
  if (shipment.status === 'pending') {
    await markFailed(tx, actor, shipment, { notes: input.notes })
    await refreshOrder(tx, actor, order)
    return
  }
  await requireActiveLocation(tx, actor, input.location_id ?? null)
  await requireNotReturned(tx, actor, order, shipment.items)
  const left = await readLeftLots(
    tx,
    actor,
    shipment.items.map((item) => item.sales_order_item_id),
  )
  const posting = await backPosting(tx, actor, order, shipment, { ...input, left })
  const isCancelled = order.status === 'cancelled'
  const location_id = isCancelled ? order.location_id : await waitsAt(tx, actor, order, input.location_id ?? null)
  posting.demands = isCancelled ? settled(order, shipment) : await wantedAgain(tx, actor, order, location_id)
  await explainRefusals(postMany(tx, actor, [posting]), {
    fields: { period_closed: 'happened_at' },
    sentences: failureSentences,
  })
  await markFailed(tx, actor, shipment, { ...input, undo_posting_id: posting.id })
  await refreshOrder(tx, actor, order, { location_id })
}

const failureSentences: RefusalMessages['sentences'] = {
  location_not_active: (details) => {
    const part = 'document_line_id' in details ? 'this order ships from' : 'these items shipped from'
    return `${String(details['location'])}, where ${part}, isn’t active. Choose another location.`
  },
}

/** Where an order waits for returned units: where it ships from, or at the chosen location if that has closed. */
async function waitsAt(tx: Tx, actor: Actor, order: LockedOrder, chosen: string | null): Promise<string | null> {
  if (order.location_id === null || chosen === null) return order.location_id
  const own = await tx.maybe(sql<{ id: string }>`
    select id from locations where org_id = ${actor.org_id} and id = ${order.location_id} and is_active and hidden_at is null`)
  return own?.id ?? chosen
}

/** All lines of an order wait at one location. The ledger refuses a closed one. */
async function wantedAgain(tx: Tx, actor: Actor, order: LockedOrder, location_id: string | null): Promise<Demand[]> {
  const lines = await readLines(tx, actor, order.id)
  return lines.map((line) => demandOf(order.id, location_id, { line, wanted: line.quantity, moves: true }))
}

/** A cancelled order doesn't want returned units again. */
function settled(order: LockedOrder, shipment: StoredShipment) {
  return shipment.items.flatMap(({ sales_order_item_id, product_id }) =>
    sales_order_item_id === null
      ? []
      : [
          {
            document_line_id: sales_order_item_id,
            document_kind: 'sales_order' as const,
            document_id: order.id,
            product_id,
            location_id: order.location_id,
            wanted: null,
            settles: true,
          },
        ],
  )
}
