import type { PaymentStatus } from '../../contract/documents.ts'
import {
  listPurchaseOrders,
  type PurchaseOrderSort,
  type PurchaseOrderSummary,
} from '../../contract/purchase-orders.ts'
import { implement } from '../platform/endpoint.ts'
import { keyset, pageOf, type SortOrder } from '../platform/paging.ts'
import { sql, type Statement } from '../platform/sql.ts'
import { amountOwed, summary } from './queries.ts'
import { searchConditions } from './search-conditions.ts'

/** Sorts run over stored, not-null columns of leakproof types, each with its index. */
const sortColumns = {
  created_at: { by: sql`o.created_at`, type: 'timestamptz' },
  expected_date: { by: sql`o.expected_sort`, type: 'date' },
  total_amount: { by: sql`o.total_sort`, type: 'bigint' },
} as const

function sortOrder(sort: PurchaseOrderSort): SortOrder {
  const descending = sort.startsWith('-')
  const column = sort.replace('-', '') as keyof typeof sortColumns
  return {
    name: sort,
    direction: descending ? 'desc' : 'asc',
    columns: [sortColumns[column], { by: sql`o.id`, type: 'uuid' }],
  }
}

/** A cancelled order that is paid for what was received is paid, as it reads. */
function hasPaymentStatus(status: PaymentStatus): Statement {
  const paidForReceived = sql`(o.status = 'cancelled' and o.payment_status = 'partial' and ${amountOwed} = o.paid_amount)`
  if (status === 'paid') return sql`(o.payment_status = 'paid' or ${paidForReceived})`
  if (status === 'partial') return sql`o.payment_status = 'partial' and not ${paidForReceived}`
  return sql`o.payment_status = ${status}`
}

export const listPurchaseOrdersQuery = implement(listPurchaseOrders, async (tx, actor, input) => {
  const sort = sortOrder(input.sort)
  const { key, after, order } = keyset(sort, input.cursor)
  const conditions: Statement<unknown>[] = [sql`o.org_id = ${actor.org_id}`, after]
  if (input.status) conditions.push(sql`o.status = ${input.status}`)
  if (input.payment_status) conditions.push(hasPaymentStatus(input.payment_status))
  if (input.supplier_id) conditions.push(sql`o.supplier_id = ${input.supplier_id}`)
  if (input.open) conditions.push(sql`o.open_lines > 0`)
  if (input.search) conditions.push(...(await searchConditions(tx, actor, input.search)))
  const rows = await tx.all(sql<PurchaseOrderSummary & { page_key: string[] }>`
    select ${summary}, ${key} from purchase_orders o
    join suppliers s on s.org_id = o.org_id and s.id = o.supplier_id
    where ${sql.join(conditions, sql` and `)} ${order} limit ${sql.rows(input.limit + 1)}`)
  return pageOf(rows, input.limit, sort)
})
