import { byCount } from '../../contract/counted-nouns.ts'
import { exactUnits, quantityOf } from '../../contract/quantity.ts'
import { isOpenSale } from '../../contract/sales-order-statuses.ts'
import type { Tx } from '../platform/db.ts'
import type { Actor } from '../platform/endpoint.ts'
import { newId } from '../platform/ids.ts'
import { refuse } from '../platform/refusal.ts'
import { readLeftLots } from './lots-back.ts'
import { implicit, inTransit, pending, readShipments, type ShippedItem, type StoredShipment } from './read-shipments.ts'
import { returnedAlready } from './require-not-returned.ts'
import { backPosting, postShipping, restOf, sendingPosting, shippingPosting } from './ship-goods.ts'
import { insertShipment, markDelivered, markDiscarded, markNotDelivered, markShipped } from './write-shipments.ts'
import { postMany } from '../../ledger/post-stock.ts'
import { explainRefusals, type RefusalMessages } from '../stock/explain-refusals.ts'
import { type LockedOrder, readLines, type StoredLine } from '../sales-orders/lock-order.ts'
import { decimalsReduced, demandOf, reservingPosting, type LineDemand } from '../sales-orders/reserving.ts'
import { withUnitsElsewhere } from '../sales-orders/with-units-elsewhere.ts'
import type { StatusChange } from '../sales-orders/status-effect.ts'

/**
 * Applies a status to the stock of an order: the status determines what every line should have, and the difference is
 * posted in one step. The caller has locked and writes the order's row and its lines. Refuses, in this order:
 * takes_goods_back {units} unless agreed; line_has_returns; wrong_status (nothing is left to wait for);
 * insufficient_stock with every line that is short; location_not_active (goods would come back there, or lines wait
 * there), product_archived, too_many_decimals (the product's were reduced while the order was cancelled).
 */
export async function applyStatus(tx: Tx, actor: Actor, order: LockedOrder, change: StatusChange): Promise<void> {
  const { from, to } = change
  if (isOpenSale(to)) {
    if (from !== null) await open(tx, actor, order, change)
  } else if (to === 'cancelled') {
    if (from !== null) await cancel(tx, actor, order)
  } else {
    await ship(tx, actor, order, change)
  }
}

/**
 * Unshipped units are reserved or backordered where the order ships from by now. Units shipped by the status alone come
 * back first: also those of an order that is open again because another shipment failed. Of a line that stays shipped
 * completely, only the demand is stated: its product may be archived.
 */
async function open(tx: Tx, actor: Actor, order: LockedOrder, { from, take_back }: StatusChange): Promise<void> {
  const [lines, back] = await Promise.all([
    readLines(tx, actor, order.id),
    readShipments(tx, actor, order.id, implicit),
  ])
  if (from !== null && isOpenSale(from) && back.length === 0) return
  checkReturnToStock(lines, back, take_back)
  const left = await readLeftLots(
    tx,
    actor,
    lines.map(({ id }) => id),
  )
  const coming = await Promise.all(
    back.map((shipment) => backPosting(tx, actor, order, shipment, { account: 'available', left })),
  )
  const items = back.flatMap((shipment) => shipment.items)
  const lineDemands = lines.map((line): LineDemand => {
    const isFinished = shippedAfter(line, items) === exactUnits(line.quantity)
    return { line, wanted: line.quantity, moves: true, isFinished }
  })
  const postings = [...coming, reservingPosting(order, order.location_id, 'order_reopening', lineDemands)]
  await explainRefusals(postMany(tx, actor, postings), { fields: null, sentences: reopeningSentences })
  for (const [index, shipment] of back.entries())
    await markDiscarded(tx, actor, shipment, { undo_posting_id: coming[index]?.id ?? null })
}

const reopeningSentences: RefusalMessages['sentences'] = {
  location_not_active: (details) =>
    'document_line_id' in details
      ? `${String(details['location'])} isn’t active. Choose another location to ship from.`
      : `${String(details['location'])}, where these items shipped from, isn’t active. Activate it first.`,
  product_archived: ({ product }) => `${String(product)} is archived. Restore it first.`,
  too_many_decimals: decimalsReduced,
}

/** The shipped units of a line once these items have come back. Exact: in whole numbers of the smallest unit. */
function shippedAfter(line: StoredLine, items: readonly ShippedItem[]): bigint {
  const coming = items.filter((item) => item.sales_order_item_id === line.id)
  return coming.reduce((left, item) => left - exactUnits(item.quantity), exactUnits(line.shipped_quantity))
}

/**
 * Checks whether an order's shipped units can be taken back. Refuses takes_goods_back unless it was confirmed, and
 * line_has_returns and wrong_status as its last lines say.
 */
function checkReturnToStock(lines: readonly StoredLine[], back: readonly StoredShipment[], agreed: boolean): void {
  const items = back.flatMap((shipment) => shipment.items)
  if (items.length > 0 && !agreed) {
    const coming = quantityOf(items.reduce((total, item) => total + exactUnits(item.quantity), 0n))
    refuse(
      'takes_goods_back',
      { units: coming },
      byCount(coming, {
        one: '{count} unit marked as shipped would return to stock.',
        other: '{count} units marked as shipped would return to stock.',
      }),
    )
  }
  let left = 0n
  for (const line of lines) {
    const shipped = shippedAfter(line, items)
    left += exactUnits(line.quantity) - shipped
    if (shipped < exactUnits(line.returned_quantity))
      refuse(
        'line_has_returns',
        {
          line_id: line.id,
          product: line.product_name,
          returned: line.returned_quantity,
          shipped: quantityOf(shipped),
        },
        returnedAlready(line),
      )
  }
  if (left === 0n)
    refuse(
      'wrong_status',
      undefined,
      'Everything in this order has been shipped. Update its shipments or record a return instead.',
    )
}

/**
 * Pending shipments leave as they are, then one implicit shipment takes the rest. Delivered: all of them have arrived.
 */
async function ship(tx: Tx, actor: Actor, order: LockedOrder, { from, to }: StatusChange): Promise<void> {
  if (from === 'delivered') {
    const sent = await readShipments(tx, actor, order.id, implicit)
    const arrived = sent.filter((shipment) => shipment.status === 'delivered')
    await Promise.all(arrived.map((shipment) => markNotDelivered(tx, actor, shipment)))
    return
  }
  const [lines, waiting] = await Promise.all([
    readLines(tx, actor, order.id),
    from === null ? [] : readShipments(tx, actor, order.id, pending),
  ])
  const rest = restOf(lines)
  const id = newId()
  const sending = waiting.map((shipment) => ({ shipment, posting: sendingPosting(order, shipment) }))
  const postings = sending.map(({ posting }) => posting)
  // The posting states the demands: a new order has none yet, those of a cancelled one may be for another location.
  const demands = lines.map((line) =>
    demandOf(order.id, order.location_id, { line, wanted: line.quantity, moves: true }),
  )
  if (rest.length > 0) postings.push({ ...shippingPosting(order, id, rest), demands })
  await postShipping(tx, actor, postings)
  await Promise.all([
    markShipped(tx, actor, sending),
    rest.length > 0 &&
      insertShipment(tx, actor, order.id, { id, status: 'in_transit', is_implicit: true, items: rest }),
  ])
  if (to === 'delivered') {
    const sent = await readShipments(tx, actor, order.id, inTransit)
    await Promise.all(sent.map((shipment) => markDelivered(tx, actor, shipment)))
  }
}

/** Reservations are released, pending shipments discarded; shipped units stay with the customer until a return. */
async function cancel(tx: Tx, actor: Actor, order: LockedOrder): Promise<void> {
  const waiting = await readShipments(tx, actor, order.id, pending)
  for (const shipment of waiting) await markDiscarded(tx, actor, shipment)
  const lines = await readLines(tx, actor, order.id)
  const open = lines.filter((line) => line.shipped_quantity < line.quantity)
  if (open.length === 0) return
  const lineDemands = open.map((line): LineDemand => ({ line, wanted: line.shipped_quantity }))
  const posting = reservingPosting(order, order.location_id, 'order_cancellation', lineDemands)
  await withUnitsElsewhere(tx, actor, order.id, () => explainRefusals(postMany(tx, actor, [posting]), { fields: null }))
}
