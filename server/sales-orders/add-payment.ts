import type { z } from 'zod'
import { type Currency, currencyDecimals } from '../../contract/currencies.ts'
import type { SalesOrder } from '../../contract/sales-orders.ts'
import { addPayment } from '../../contract/sales-payments.ts'
import { momentOfDay } from '../organizations/entered-days.ts'
import type { Tx } from '../platform/db.ts'
import { implement, type Actor } from '../platform/endpoint.ts'
import { refuseFields } from '../platform/refusal.ts'
import { newId } from '../platform/ids.ts'
import { userReference } from '../../ledger/post-stock.ts'
import { sql } from '../platform/sql.ts'
import { lockOrder, type LockedOrder } from './lock-order.ts'
import { salesOrderOf } from './queries.ts'
import { refreshOrder } from './refresh-order.ts'

/**
 * Adds a payment in any status. Payments of one order are serialized on its row, so the payment status reflects all of
 * them. Refuses, in this order: not_found; forbidden to a limited member if it concerns other locations;
 * invalid_input (decimals that the currency doesn't have); happened_in_future; already_exists (the id);
 * number_too_large (the sum).
 */
export const addPaymentCommand = implement(addPayment, async (tx, actor, input) => {
  const order = await lockOrder(tx, actor, input.sales_order_id)
  return pay(tx, actor, order, input)
})

/** Writes a payment of a locked order, or with a negative amount a refund; returns the order. */
export async function pay(
  tx: Tx,
  actor: Actor,
  order: LockedOrder,
  { id, amount, payment_method, payment_date, reference_number, notes }: z.output<typeof addPayment.input>,
): Promise<SalesOrder> {
  await requireDecimals(tx, actor, order, amount)
  const paid_at = await momentOfDay(tx, actor, payment_date, 'payment_date')
  await tx.run(sql`
    insert into payments (org_id, id, sales_order_id, amount, payment_method, reference_number, notes, created_by, user_reference, payment_date)
    values (${actor.org_id}, ${id ?? newId()}, ${order.id}, ${amount}, ${payment_method}, ${reference_number},
      ${notes}, ${actor.user_id}, ${userReference(actor)}, coalesce(${paid_at}::timestamptz, app.now()))`)
  await refreshOrder(tx, actor, order)
  return salesOrderOf(tx, actor, order.id)
}

/**
 * Refuses a part of a yen, unless the order has one: in a line from before amounts were rounded, or in an earlier
 * payment of such a line.
 */
async function requireDecimals(tx: Tx, { org_id }: Actor, { id }: LockedOrder, amount: number): Promise<void> {
  if (Number.isInteger(amount)) return
  const { currency, has_decimals } = await tx.one(sql<{ currency: Currency; has_decimals: boolean }>`
    select o.currency,
      exists (
        select from sales_order_items i where i.org_id = o.org_id and i.sales_order_id = o.id and i.amount_decimals > 0)
      or exists (
        select from payments p where p.org_id = o.org_id and p.sales_order_id = o.id and p.amount <> trunc(p.amount)) as has_decimals
    from sales_orders o where o.org_id = ${org_id} and o.id = ${id}`)
  if (currencyDecimals(currency) === 0 && !has_decimals)
    refuseFields({ amount: `Use a whole number. ${currency} has no decimals.` })
}
