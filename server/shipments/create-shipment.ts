import { isOpenSale } from '../../contract/sales-order-statuses.ts'
import { createShipment } from '../../contract/shipments.ts'
import { implement } from '../platform/endpoint.ts'
import { newId } from '../platform/ids.ts'
import { refuse } from '../platform/refusal.ts'
import { lockOrderInPart, readLines } from '../sales-orders/lock-order.ts'
import { refreshOrder } from '../sales-orders/refresh-order.ts'
import { itemsOf } from './asked-items.ts'
import { shipmentOf } from './queries.ts'
import { insertShipment } from './write-shipments.ts'

/**
 * Plans units of an open order in a shipment; nothing moves until it leaves. The first one moves a pending order to
 * processing. The order's row is locked first, so two shipments of the same line are created one after the other and it
 * is planned once. Refuses, in this order: not_found (order); wrong_status; not_found (a line that isn't the order's,
 * or comes twice); too_many_decimals; exceeds_remaining with every line that asks too much {line, ordered, shipped,
 * planned, remaining, asked}; already_exists (the id).
 */
export const createShipmentCommand = implement(createShipment, async (tx, actor, input) => {
  const { id = newId(), sales_order_id, lines: asked, ...fields } = input
  const order = await lockOrderInPart(tx, actor, sales_order_id)
  if (!isOpenSale(order.status))
    refuse('wrong_status', { status: order.status }, `This order is ${order.status}, so you can’t create a shipment.`)
  const items = itemsOf(await readLines(tx, actor, order.id), asked)
  await insertShipment(tx, actor, order.id, { id, status: 'pending', is_implicit: false, items, ...fields })
  await refreshOrder(tx, actor, order, { status: 'processing' })
  return shipmentOf(tx, actor, id)
})
