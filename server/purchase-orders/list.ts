import {
  listPurchaseOrders,
  type PurchaseOrderSummary,
  type PurchasePaymentFilter,
} from '../../contract/purchase-orders.ts'
import { implement } from '../platform/endpoint.ts'
import { keyset, orderBySort, pageOf } from '../platform/paging.ts'
import { sql, type Statement } from '../platform/sql.ts'
import { amountOwed, summary } from './queries.ts'
import { searchConditions } from './search-conditions.ts'

/** Sorts run over stored, not-null columns of leakproof types, each with its index. */
const sortColumns = {
  created_at: { by: sql`o.created_at`, type: 'timestamptz' },
  expected_date: { by: sql`o.expected_sort`, type: 'date' },
  total_amount: { by: sql`o.total_sort`, type: 'bigint' },
} as const

/**
 * The orders whose list shows this payment status (`shownPayment`): a cancelled one is paid once everything received
 * is, and has only `refund_due` while money is due back. The first condition of refund_due is the one of its index.
 */
function hasPaymentStatus(status: PurchasePaymentFilter): Statement {
  const has = sql`o.payment_status = ${status}`
  const cancelled = sql`o.status = 'cancelled' and o.payment_status in ('paid', 'partial')`
  if (status === 'refund_due')
    return sql`(o.paid_amount > o.total_amount or o.status = 'cancelled' and o.paid_amount > 0) and o.paid_amount > ${amountOwed}`
  if (status === 'paid')
    return sql`(${has} and o.status <> 'cancelled' or ${cancelled} and o.paid_amount = ${amountOwed})`
  if (status === 'partial')
    return sql`(${has} and o.status <> 'cancelled' or ${cancelled} and o.paid_amount < ${amountOwed})`
  return has
}

export const listPurchaseOrdersQuery = implement(listPurchaseOrders, async (tx, actor, input) => {
  const sort = orderBySort(input.sort, sortColumns, 'o.id')
  const { key, after, order } = keyset(sort, input.cursor)
  const conditions: Statement<unknown>[] = [sql`o.org_id = ${actor.org_id}`, after]
  if (input.status) conditions.push(sql`o.status = ${input.status}`)
  if (input.payment_status) conditions.push(hasPaymentStatus(input.payment_status))
  if (input.supplier_id) conditions.push(sql`o.supplier_id = ${input.supplier_id}`)
  if (input.open) conditions.push(sql`o.open_lines > 0`)
  if (input.search) conditions.push(...(await searchConditions(tx, actor, input.search)))
  const rows = await tx.all(sql<PurchaseOrderSummary & { page_key: string[] }>`
    select ${summary(actor)}, ${key} from purchase_orders o
    join suppliers s on s.org_id = o.org_id and s.id = o.supplier_id
    where ${sql.join(conditions, sql` and `)} ${order} limit ${sql.rows(input.limit + 1)}`)
  return pageOf(rows, input.limit, sort)
})
