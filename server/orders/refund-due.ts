import { sql, type Statement } from '../platform/sql.ts'

/**
 * Whether an order `o` of either kind was paid more than is owed for it. The first condition is the one of the indexes
 * purchase_orders_refunds_due and sales_orders_refunds_due: what is owed is computed for few orders.
 */
export function isRefundDue(amountOwed: Statement): Statement {
  return sql`(o.paid_amount > o.total_amount or o.status = 'cancelled' and o.paid_amount > 0) and o.paid_amount > ${amountOwed}`
}
