import { submitPurchaseOrder } from '../../contract/purchase-orders.ts'
import { implement } from '../platform/endpoint.ts'
import { lockOrder, readLines, requireAction, requireSeen } from './lock-order.ts'
import { placeOrder } from './place-order.ts'
import { purchaseOrderOf } from './queries.ts'

/**
 * Submit Order: a draft that is paid or has payment terms is ordered. Refuses, in this order: not_found; conflict;
 * wrong_status; what placeOrder refuses.
 */
export const submitPurchaseOrderCommand = implement(submitPurchaseOrder, async (tx, actor, input) => {
  const order = await lockOrder(tx, actor, input.id)
  await requireSeen(tx, actor, order, input.version)
  const lines = await readLines(tx, actor, order.id)
  requireAction(order, lines, 'submit')
  await placeOrder(tx, actor, order, lines)
  return purchaseOrderOf(tx, actor, order.id)
})
