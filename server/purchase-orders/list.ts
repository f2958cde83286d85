import { listPurchaseOrders, type PurchaseOrderSummary } from '../../contract/purchase-orders.ts'
import { limits } from '../../contract/limits.ts'
import type { PurchasePaymentFilter } from '../../contract/purchase-payments.ts'
import { isRefundDue } from '../orders/refund-due.ts'
import { type Actor, implement } from '../platform/endpoint.ts'
import { keyset, orderBySort, pageOf } from '../platform/paging.ts'
import { sql, type Statement } from '../platform/sql.ts'
import { amountOwed, isOpen, isPaymentDue, summary } from './queries.ts'
import { searchConditions } from './search-conditions.ts'

/** Sorts run over stored, not-null columns of leakproof types, each with its index. */
const sortColumns = {
  created_at: { by: sql`o.created_at`, type: 'timestamptz' },
  expected_date: { by: sql`o.expected_sort`, type: 'date' },
  total_amount: { by: sql`o.total_sort`, type: 'bigint' },
  payment_due_date: { by: sql`o.payment_due_sort`, type: 'date' },
} as const

/**
 * Orders by the payment status that lists show (`shownPayment`): a cancelled one is paid once everything received is.
 * `refund_due` finds orders with any status; a cancelled one with a refund due is found only by it. A cancelled order
 * owes at most its total, so one that isn't paid in full is stored as partial: this condition finds rows by its index.
 */
function hasPaymentStatus(actor: Actor, status: PurchasePaymentFilter): Statement {
  if (status === 'refund_due') return isRefundDue(amountOwed)
  if (status === 'due') return isPaymentDue(actor, limits.paymentDueSoonDays)
  const has = sql`o.payment_status = ${status}`
  if (status === 'partial') return sql`${has} and (o.status <> 'cancelled' or o.paid_amount < ${amountOwed})`
  if (status !== 'paid') return has
  return sql`o.payment_status in ('paid', 'partial') and case when o.status = 'cancelled'
    then o.total_amount > 0 and o.paid_amount = ${amountOwed} else ${has} end`
}

export const listPurchaseOrdersQuery = implement(listPurchaseOrders, async (tx, actor, input) => {
  const sort = orderBySort(input.sort, sortColumns, 'o.id')
  const { key, after, order } = keyset(sort, input.cursor)
  const conditions: Statement<unknown>[] = [sql`o.org_id = ${actor.org_id}`, after]
  if (input.status) conditions.push(sql`o.status = ${input.status}`)
  if (input.payment_status) conditions.push(hasPaymentStatus(actor, input.payment_status))
  if (input.supplier_id) conditions.push(sql`o.supplier_id = ${input.supplier_id}`)
  if (input.open) conditions.push(isOpen(actor))
  if (input.search) conditions.push(...(await searchConditions(tx, actor, input.search)))
  const rows = await tx.all(sql<PurchaseOrderSummary & { page_key: string[] }>`
    select ${summary(actor)}, ${key} from purchase_orders o
    join suppliers s on s.org_id = o.org_id and s.id = o.supplier_id
    where ${sql.join(conditions, sql` and `)} ${order} limit ${sql.rows(input.limit + 1)}`)
  return pageOf(rows, input.limit, sort)
})
