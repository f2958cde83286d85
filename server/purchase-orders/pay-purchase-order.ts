import { payPurchaseOrder } from '../../contract/purchase-orders.ts'
import { implement } from '../platform/endpoint.ts'
import { balanceOf, lockOrder, readLines, requireAction, requireSeen } from './lock-order.ts'
import { placeOrder } from './place-order.ts'
import { purchaseOrderOf } from './queries.ts'
import { refreshOrder } from './refresh-order.ts'
import { writePayment } from './write-payment.ts'

/**
 * Complete Payment: pays what is due, so that `paid_amount` equals the total and what was over-delivered; this also
 * orders a draft. A cancelled order is paid for what was received. Refuses, in this order: not_found; forbidden;
 * conflict; wrong_status (nothing is due); happened_in_future; what placeOrder refuses.
 */
export const payPurchaseOrderCommand = implement(payPurchaseOrder, async (tx, actor, input) => {
  const order = await lockOrder(tx, actor, input.id)
  await requireSeen(tx, actor, order, input.version)
  const lines = await readLines(tx, actor, order.id)
  requireAction(order, lines, 'pay')
  const { payment_date } = input
  await writePayment(tx, actor, { order_id: order.id, amount: balanceOf(order, lines), payment_date })
  if (order.status === 'draft') await placeOrder(tx, actor, order, lines)
  else await refreshOrder(tx, actor, order)
  return purchaseOrderOf(tx, actor, order.id)
})
