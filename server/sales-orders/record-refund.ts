import type { Currency } from '../../contract/currencies.ts'
import { formatMoney } from '../../contract/money.ts'
import { recordRefund } from '../../contract/sales-payments.ts'
import { implement } from '../platform/endpoint.ts'
import { Refusal } from '../platform/refusal.ts'
import { sql } from '../platform/sql.ts'
import { pay } from './add-payment.ts'
import { lockOrder } from './lock-order.ts'
import { refundable, refundDue } from './queries.ts'

type Refundable = { currency: Currency; refund_due: number; refundable_amount: number }

/**
 * Records money paid back to the customer, in any status, at most what is due back (overpaid, or paid for units of a
 * cancelled order that were not kept) and what was paid for returned goods. Serialized with payments and returns on the
 * order's row, and undone like payments. Refuses, in this order: not_found; forbidden to a limited member if the order
 * concerns other locations; exceeds_refund_due {refund_due, refundable_amount, asked}; invalid_input (decimals that the
 * currency doesn't have); happened_in_future; already_exists (the id).
 */
export const recordRefundCommand = implement(recordRefund, async (tx, actor, input) => {
  const order = await lockOrder(tx, actor, input.sales_order_id)
  const { currency, refund_due, refundable_amount } = await tx.one(sql<Refundable>`
    select o.currency, ${refundDue} as refund_due, ${refundable} as refundable_amount
    from sales_orders o where o.org_id = ${actor.org_id} and o.id = ${order.id}`)
  if (input.amount > refundable_amount) {
    const message =
      refundable_amount === 0
        ? 'Nothing can be refunded for this order'
        : `At most ${formatMoney(refundable_amount, currency)} can be refunded`
    const details = { refund_due, refundable_amount, asked: input.amount }
    throw new Refusal('exceeds_refund_due', message, { fields: { amount: message }, details })
  }
  return pay(tx, actor, order, { ...input, amount: -input.amount })
})
