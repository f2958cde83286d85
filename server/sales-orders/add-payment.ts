import { addPayment } from '../../contract/sales-payments.ts'
import { implement } from '../platform/endpoint.ts'
import { newId } from '../platform/ids.ts'
import { userReference } from '../../ledger/post-stock.ts'
import { sql } from '../platform/sql.ts'
import { lockOrder } from './lock-order.ts'
import { salesOrderOf } from './queries.ts'
import { refreshOrder } from './refresh-order.ts'

/**
 * Adds a payment in any status. Payments of one order are serialized on its row, so the payment status reflects all of
 * them. Refuses not_found; forbidden to a limited member if it concerns other locations; number_too_large (the sum);
 * already_exists (the id).
 */
export const addPaymentCommand = implement(addPayment, async (tx, actor, input) => {
  const order = await lockOrder(tx, actor, input.sales_order_id)
  await tx.run(sql`
    insert into payments (org_id, id, sales_order_id, amount, payment_method, reference_number, notes, created_by, user_reference)
    values (${actor.org_id}, ${input.id ?? newId()}, ${order.id}, ${input.amount}, ${input.payment_method}, ${input.reference_number},
      ${input.notes}, ${actor.user_id}, ${userReference(actor)})`)
  await refreshOrder(tx, actor, order)
  return salesOrderOf(tx, actor, order.id)
})
