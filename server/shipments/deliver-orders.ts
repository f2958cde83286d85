import { deliverSalesOrders } from '../../contract/sales-deliveries.ts'
import { requireWholeDocument } from '../members/require-whole-document.ts'
import { implement } from '../platform/endpoint.ts'
import { refuse, refuseFields } from '../platform/refusal.ts'
import { type LockedOrder, lockOrders } from '../sales-orders/lock-order.ts'
import { refreshOrders } from '../sales-orders/refresh-order.ts'
import { inTransit, readShipmentsOfAll } from './read-shipments.ts'
import { markAllDelivered } from './write-shipments.ts'

/**
 * Marks shipped orders as delivered in one transaction: what each one's status change does, without stock, because all
 * of their units have left. Refuses, for the first order that has a reason, in this order: not_found; forbidden to a
 * limited member if it concerns other locations; conflict (version); wrong_status.
 */
export const deliverSalesOrdersCommand = implement(deliverSalesOrders, async (tx, actor, { orders: asked }) => {
  const ids = asked.map(({ id }) => id)
  const locked = new Map((await lockOrders(tx, actor, ids)).map((order) => [order.id, order]))
  const orders: LockedOrder[] = []
  for (const [row, { id, version }] of asked.entries()) {
    const order = locked.get(id)
    if (!order)
      refuseFields({ [`orders.${row}.id`]: 'One of these orders no longer exists, so nothing was saved' }, 'not_found')
    await requireWholeDocument(tx, actor, 'sales_order', id)
    requireShipped(order, version)
    orders.push(order)
  }
  await markAllDelivered(tx, actor, await readShipmentsOfAll(tx, actor, ids, inTransit))
  await refreshOrders(tx, actor, orders, { status: 'delivered', chosen: true })
  return { orders: orders.map(({ id, version }) => ({ id, version: version + 1 })) }
})

function requireShipped({ id, order_number, status, version }: LockedOrder, seen: number): void {
  if (version !== seen) {
    const details = { order_id: id, order_number, seen, present: version }
    refuse('conflict', details, `${order_number} was changed in the meantime, so nothing was saved.`)
  }
  if (status !== 'shipped')
    refuse(
      'wrong_status',
      { order_id: id, order_number, status },
      `${order_number} isn’t shipped, so nothing was saved.`,
    )
}
