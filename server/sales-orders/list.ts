import type { PaymentStatus } from '../../contract/documents.ts'
import { listSalesOrders, type SalesOrderSort, type SalesOrderSummary } from '../../contract/sales-orders.ts'
import { implement } from '../platform/endpoint.ts'
import { keyset, pageOf, type SortOrder } from '../platform/paging.ts'
import { searchCondition } from '../orders/search.ts'
import { sql, type Statement } from '../platform/sql.ts'
import { amountOwed, summary } from './queries.ts'
import { readiness } from './readiness.ts'

/** Sorts run over stored, not-null columns of leakproof types, each with its index. */
const sortColumns = {
  order_date: { by: sql`o.order_date`, type: 'timestamptz' },
  total_amount: { by: sql`o.total_sort`, type: 'bigint' },
} as const

function sortOrder(sort: SalesOrderSort): SortOrder {
  const column = sort.replace('-', '') as keyof typeof sortColumns
  return {
    name: sort,
    direction: sort.startsWith('-') ? 'desc' : 'asc',
    columns: [sortColumns[column], { by: sql`o.id`, type: 'uuid' }],
  }
}

/** A cancelled order waits for a payment only if goods stay with the customer, and is paid once those are paid. */
function hasPaymentStatus(status: PaymentStatus): Statement {
  const paidForKept = sql`(o.status = 'cancelled' and o.payment_status = 'partial' and ${amountOwed} = o.paid_amount)`
  if (status === 'paid') return sql`(o.payment_status = 'paid' or ${paidForKept})`
  if (status === 'partial') return sql`o.payment_status = 'partial' and not ${paidForKept}`
  return sql`o.payment_status = ${status} and (o.status <> 'cancelled' or ${amountOwed} > o.paid_amount)`
}

export const listSalesOrdersQuery = implement(listSalesOrders, async (tx, actor, input) => {
  const sort = sortOrder(input.sort)
  const { key, after, order } = keyset(sort, input.cursor)
  const conditions: Statement<unknown>[] = [sql`o.org_id = ${actor.org_id}`, after]
  if (input.status) conditions.push(sql`o.status = ${input.status}`)
  if (input.payment_status) conditions.push(hasPaymentStatus(input.payment_status))
  if (input.customer_id) conditions.push(sql`o.customer_id = ${input.customer_id}`)
  if (input.open) conditions.push(sql`o.open_lines > 0`)
  if (input.search)
    conditions.push(
      await searchCondition(tx, actor, input.search, 'search_sales_orders', sql`o.id`, sql`o.search_text`),
    )
  const rows = await tx.all(sql<SalesOrderSummary & { page_key: string[] }>`
    select ${summary}, ${readiness} as readiness, ${key} from sales_orders o
    where ${sql.join(conditions, sql` and `)} ${order} limit ${sql.rows(input.limit + 1)}`)
  return pageOf(rows, input.limit, sort)
})
