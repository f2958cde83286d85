import { payPurchaseOrder } from '../../contract/purchase-orders.ts'
import { implement } from '../platform/endpoint.ts'
import { newId } from '../platform/ids.ts'
import { userReference } from '../../ledger/post-stock.ts'
import { sql } from '../platform/sql.ts'
import { amountDue, lockOrder, readLines, requireAction, requireSeen } from './lock-order.ts'
import { placeOrder } from './place-order.ts'
import { purchaseOrderOf } from './queries.ts'
import { refreshOrder } from './refresh-order.ts'

/**
 * Complete Payment: pays what is due, so that `paid_amount` equals the total; this also orders a draft. A cancelled
 * order is paid for what was received. Refuses, in this order: not_found; forbidden; conflict; wrong_status (nothing is
 * due); what placeOrder refuses.
 */
export const payPurchaseOrderCommand = implement(payPurchaseOrder, async (tx, actor, input) => {
  const order = await lockOrder(tx, actor, input.id)
  await requireSeen(tx, actor, order, input.version)
  const lines = await readLines(tx, actor, order.id)
  requireAction(order, lines, 'pay')
  await tx.run(sql`
    insert into purchase_order_payments (org_id, id, purchase_order_id, amount, user_id, user_reference)
    values (${actor.org_id}, ${newId()}, ${order.id}, ${amountDue(order, lines)}, ${actor.user_id}, ${userReference(actor)})`)
  if (order.status === 'draft') await placeOrder(tx, actor, order, lines)
  else await refreshOrder(tx, actor, order)
  return purchaseOrderOf(tx, actor, order.id)
})
