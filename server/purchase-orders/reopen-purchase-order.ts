import { reopenPurchaseOrder } from '../../contract/purchase-orders.ts'
import { implement } from '../platform/endpoint.ts'
import { postIncoming } from './incoming.ts'
import { lockOrder, readLines, requireAction, requireSeen } from './lock-order.ts'
import { purchaseOrderOf } from './queries.ts'
import { refreshOrder } from './refresh-order.ts'

/**
 * Returns an ordered order to draft: nothing of it is incoming any more, its payments stay. Refuses, in this order:
 * not_found; conflict; wrong_status (also if something was received).
 */
export const reopenPurchaseOrderCommand = implement(reopenPurchaseOrder, async (tx, actor, input) => {
  const [order, lines] = await Promise.all([lockOrder(tx, actor, input.id), readLines(tx, actor, input.id)])
  await requireSeen(tx, actor, order, input.version)
  requireAction(order, lines, 'reopen')
  const status = await refreshOrder(tx, actor, order, { status: 'draft' })
  await postIncoming(tx, actor, order, 'order_reopening', { status: order.status, lines }, { status, lines })
  return purchaseOrderOf(tx, actor, order.id)
})
