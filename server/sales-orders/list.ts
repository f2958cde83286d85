import type { SalesPaymentFilter } from '../../contract/sales-order-payments.ts'
import { listSalesOrders, type SalesOrderSummary } from '../../contract/sales-orders.ts'
import { implement } from '../platform/endpoint.ts'
import { keyset, orderBySort, pageOf } from '../platform/paging.ts'
import { isRefundDue } from '../orders/refund-due.ts'
import { searchCondition } from '../orders/search.ts'
import { sql, type Statement } from '../platform/sql.ts'
import { amountDue, amountOwed, summary } from './queries.ts'
import { readiness } from './readiness.ts'

/** Sorts run over stored, not-null columns of leakproof types, each with its index. */
const sortColumns = {
  order_date: { by: sql`o.order_date`, type: 'timestamptz' },
  total_amount: { by: sql`o.total_sort`, type: 'bigint' },
} as const

/**
 * Orders by the payment status that lists show (`shownPayment`). An order of which less than the total was paid is paid
 * too if nothing is due, because it was cancelled or goods came back. `refund_due` finds orders with any status; a
 * cancelled one with a refund due is found only by it.
 */
function hasPaymentStatus(status: SalesPaymentFilter): Statement {
  if (status === 'refund_due') return isRefundDue(amountOwed)
  if (status !== 'paid') return sql`o.payment_status = ${status} and ${amountDue} > 0`
  return sql`o.payment_status in ('paid', 'partial') and ${amountDue} = 0
    and (o.status <> 'cancelled' or o.total_amount > 0 and o.paid_amount = ${amountOwed})`
}

export const listSalesOrdersQuery = implement(listSalesOrders, async (tx, actor, input) => {
  const sort = orderBySort(input.sort, sortColumns, 'o.id')
  const { key, after, order } = keyset(sort, input.cursor)
  const conditions: Statement<unknown>[] = [sql`o.org_id = ${actor.org_id}`, after]
  if (input.status) conditions.push(sql`o.status = ${input.status}`)
  if (input.payment_status) conditions.push(hasPaymentStatus(input.payment_status))
  if (input.customer_id) conditions.push(sql`o.customer_id = ${input.customer_id}`)
  if (input.open) conditions.push(sql`o.open_lines > 0`)
  if (input.search) {
    const searched = { finder: 'search_sales_orders', id: sql`o.id`, text: sql`o.search_text` } as const
    conditions.push(await searchCondition(tx, actor, input.search, searched))
  }
  const rows = await tx.all(sql<SalesOrderSummary & { page_key: string[] }>`
    select ${summary(actor)}, ${readiness} as readiness, ${key} from sales_orders o
    where ${sql.join(conditions, sql` and `)} ${order} limit ${sql.rows(input.limit + 1)}`)
  return pageOf(rows, input.limit, sort)
})
