import { reversePurchasePayment } from '../../contract/purchase-orders.ts'
import { implement } from '../platform/endpoint.ts'
import { refuse } from '../platform/refusal.ts'
import { userReference } from '../../ledger/post-stock.ts'
import { sql } from '../platform/sql.ts'
import { lockOrder } from './lock-order.ts'
import { purchaseOrderOf } from './queries.ts'
import { refreshOrder } from './refresh-order.ts'

/**
 * Undoes a payment or refund, once, in any status of its order: it stays in the history but no longer counts, and the
 * payment status follows. The order's own status stays, because ordered goods are on their way whatever was paid.
 * Refuses, in this order: not_found; already_reversed; payment_refunded (more would be refunded than paid).
 */
export const reversePurchasePaymentCommand = implement(reversePurchasePayment, async (tx, actor, { payment_id }) => {
  const found = await tx.maybe(sql<{ purchase_order_id: string }>`
    select purchase_order_id from purchase_order_payments where org_id = ${actor.org_id} and id = ${payment_id}`)
  if (!found) refuse('not_found')
  const order = await lockOrder(tx, actor, found.purchase_order_id)
  const undone = await tx.run(sql`
    update purchase_order_payments set undone_at = app.now(), undone_by = ${userReference(actor)}
    where org_id = ${actor.org_id} and id = ${payment_id} and undone_at is null`)
  if (undone === 0) refuse('already_reversed')
  const { paid } = await tx.one(sql<{ paid: number }>`
    select coalesce(sum(amount), 0) as paid from purchase_order_payments
    where org_id = ${actor.org_id} and purchase_order_id = ${order.id} and undone_at is null`)
  if (paid < 0) refuse('payment_refunded')
  await refreshOrder(tx, actor, order)
  return purchaseOrderOf(tx, actor, order.id)
})
