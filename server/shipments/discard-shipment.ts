import type { SalesOrderStatus } from '../../contract/sales-order-statuses.ts'
import { discardShipment } from '../../contract/shipments.ts'
import type { Tx } from '../platform/db.ts'
import { implement, type Actor } from '../platform/endpoint.ts'
import { refuse } from '../platform/refusal.ts'
import { sql } from '../platform/sql.ts'
import type { LockedOrder } from '../sales-orders/lock-order.ts'
import { refreshOrder } from '../sales-orders/refresh-order.ts'
import { lockShipment, requireSeenShipment } from './lock-shipment.ts'
import { statusWords } from './status-words.ts'
import { markDiscarded } from './write-shipments.ts'

/**
 * Discards a pending shipment: it never left, so nothing moves, and no delivery or step failed. Its planned units stay
 * reserved and can go into another shipment. Refuses, in this order: not_found (also if it was already discarded);
 * conflict (if a version is given); wrong_status.
 */
export const discardShipmentCommand = implement(discardShipment, async (tx, actor, { shipment_id, version }) => {
  const { order, shipment } = await lockShipment(tx, actor, shipment_id)
  if (shipment.status === 'discarded') refuse('not_found')
  await requireSeenShipment(tx, actor, shipment, version)
  if (shipment.status !== 'pending')
    refuse(
      'wrong_status',
      { status: shipment.status },
      `This shipment is ${statusWords[shipment.status]}. Only a pending shipment can be discarded.`,
    )
  await markDiscarded(tx, actor, shipment)
  await refreshOrder(tx, actor, order, { status: await statusWithoutShipments(tx, actor, order) })
  return { shipment_id }
})

/**
 * The status of an order after its shipment was discarded. A first shipment moves a pending order to processing;
 * without any shipment left, also among those that a limited member doesn't see, it is pending again, unless someone
 * chose processing.
 */
async function statusWithoutShipments(tx: Tx, actor: Actor, order: LockedOrder): Promise<SalesOrderStatus> {
  if (order.status !== 'processing') return order.status
  const { has_shipments, chosen } = await tx.one(sql<{ has_shipments: boolean; chosen: SalesOrderStatus }>`
    select exists (
        select from public.shipments where org_id = ${actor.org_id} and sales_order_id = ${order.id} and taken_back_at is null) as has_shipments,
      (select new_status from status_changes where org_id = ${actor.org_id} and sales_order_id = ${order.id} and not is_automatic
        order by change_no desc limit 1) as chosen`)
  return chosen === 'pending' && !has_shipments ? 'pending' : 'processing'
}
