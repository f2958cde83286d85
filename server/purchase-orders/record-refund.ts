import { recordPurchaseRefund } from '../../contract/purchase-orders.ts'
import { implement } from '../platform/endpoint.ts'
import { balanceOf, lockOrder, readLines, requireAction, requireSeen } from './lock-order.ts'
import { purchaseOrderOf } from './queries.ts'
import { refreshOrder } from './refresh-order.ts'
import { writePayment } from './write-payment.ts'

/**
 * Records that the supplier paid back what is due, in any status: paid beyond what is owed, or for units of a cancelled
 * order that never came. Refuses, in this order: not_found; forbidden; conflict; wrong_status (no refund is due);
 * happened_in_future.
 */
export const recordPurchaseRefundCommand = implement(recordPurchaseRefund, async (tx, actor, input) => {
  const order = await lockOrder(tx, actor, input.id)
  await requireSeen(tx, actor, order, input.version)
  const lines = await readLines(tx, actor, order.id)
  requireAction(order, lines, 'refund')
  const { payment_date } = input
  await writePayment(tx, actor, { order_id: order.id, amount: balanceOf(order, lines), payment_date })
  await refreshOrder(tx, actor, order)
  return purchaseOrderOf(tx, actor, order.id)
})
