import { updateShipment } from '../../contract/shipments.ts'
import type { Tx } from '../platform/db.ts'
import { implement, type Actor } from '../platform/endpoint.ts'
import { refuse } from '../platform/refusal.ts'
import { sql } from '../platform/sql.ts'
import { type LockedOrder, readLines } from '../sales-orders/lock-order.ts'
import { refreshOrder } from '../sales-orders/refresh-order.ts'
import { itemsOf } from './asked-items.ts'
import { lockShipment, requireSeenShipment } from './lock-shipment.ts'
import { shipmentOf } from './queries.ts'
import type { StoredShipment } from './read-shipments.ts'
import { rewriteItems } from './rewrite-items.ts'

/**
 * Saves a shipment's carrier data (the tracking number often comes late), and its contents while it is pending. The
 * order's row is locked first, so shipments of one line are saved one after the other and no unit is planned twice.
 * Refuses, in this order: not_found; wrong_status (it is discarded); conflict; what itemsOf refuses; wrong_status
 * (other lines for a shipment that has left).
 */
export const updateShipmentCommand = implement(updateShipment, async (tx, actor, input) => {
  const { order, shipment } = await lockShipment(tx, actor, input.shipment_id)
  if (shipment.status === 'discarded')
    refuse('wrong_status', { status: shipment.status }, 'This shipment was discarded. Create a new one instead.')
  await requireSeenShipment(tx, actor, shipment, input.version)
  if (input.lines) await changeItems(tx, actor, order, shipment, input.lines)
  await tx.run(sql`
    update shipments set shipping_address = ${input.shipping_address}, shipping_method = ${input.shipping_method}, carrier = ${input.carrier},
      tracking_number = ${input.tracking_number}, estimated_delivery = ${input.estimated_delivery},
      shipping_cost = ${input.shipping_cost ?? null}, notes = ${input.notes}, version = version + 1, updated_at = app.now()
    where org_id = ${actor.org_id} and id = ${shipment.id}`)
  return shipmentOf(tx, actor, shipment.id)
})

type Asked = { sales_order_item_id: string; quantity: number }

async function changeItems(
  tx: Tx,
  actor: Actor,
  order: LockedOrder,
  shipment: StoredShipment,
  asked: readonly Asked[],
): Promise<void> {
  if (isSame(shipment, asked)) return
  if (shipment.status !== 'pending')
    refuse(
      'wrong_status',
      { status: shipment.status },
      'This shipment has left, so its items can’t be changed. Mark it as pending first.',
    )
  const items = itemsOf(await readLines(tx, actor, order.id), asked, shipment.items)
  await rewriteItems(tx, actor, order.id, shipment, items)
  await refreshOrder(tx, actor, order)
}

function isSame({ items }: StoredShipment, asked: readonly Asked[]): boolean {
  const before = new Map(items.map((item) => [item.sales_order_item_id, item.quantity]))
  // A line named twice is one key: it can't stand for another line.
  const named = new Set(asked.map((line) => line.sales_order_item_id))
  const isComplete = asked.length === items.length && named.size === items.length
  return isComplete && asked.every((line) => before.get(line.sales_order_item_id) === line.quantity)
}
