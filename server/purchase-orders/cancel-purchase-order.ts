import { cancelPurchaseOrder } from '../../contract/purchase-orders.ts'
import { implement } from '../platform/endpoint.ts'
import { postIncoming } from './incoming.ts'
import { lockOrder, readLines, requireAction, requireSeen } from './lock-order.ts'
import { purchaseOrderOf } from './queries.ts'
import { refreshOrder } from './refresh-order.ts'

/**
 * Cancels an order: units not received return to the supplier's account, received ones stay. A pending payment is
 * cancelled; a completed one stays and is due back. Refuses, in this order: not_found; conflict; wrong_status.
 */
export const cancelPurchaseOrderCommand = implement(cancelPurchaseOrder, async (tx, actor, input) => {
  const [order, lines] = await Promise.all([lockOrder(tx, actor, input.id), readLines(tx, actor, input.id)])
  await requireSeen(tx, actor, order, input.version)
  requireAction(order, lines, 'cancel')
  const status = await refreshOrder(tx, actor, order, { status: 'cancelled', reason: input.notes })
  await postIncoming(tx, actor, order, 'order_cancellation', { status: order.status, lines }, { status, lines })
  return purchaseOrderOf(tx, actor, order.id)
})
