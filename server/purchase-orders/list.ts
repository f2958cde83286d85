import {
  listPurchaseOrders,
  type PurchaseOrderSort,
  type PurchaseOrderSummary,
} from '../../contract/purchase-orders.ts'
import type { Tx } from '../platform/db.ts'
import { implement, type Actor } from '../platform/endpoint.ts'
import { keyset, pageOf, type SortOrder } from '../platform/paging.ts'
import { searchPatterns } from '../platform/search-patterns.ts'
import { sql, type Statement } from '../platform/sql.ts'
import { summary } from './queries.ts'

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

export const listPurchaseOrdersQuery = implement(listPurchaseOrders, async (tx, actor, input) => {
  const sort = sortOrder(input.sort)
  const { key, after, order } = keyset(sort, input.cursor)
  const conditions: Statement<unknown>[] = [sql`o.org_id = ${actor.org_id}`, after]
  if (input.status) conditions.push(sql`o.status = ${input.status}`)
  if (input.payment_status) conditions.push(sql`o.payment_status = ${input.payment_status}`)
  if (input.supplier_id) conditions.push(sql`o.supplier_id = ${input.supplier_id}`)
  if (input.open) conditions.push(sql`o.open_lines > 0`)
  if (input.search) conditions.push(...(await searchConditions(tx, actor, input.search)))
  const rows = await tx.all(sql<PurchaseOrderSummary & { page_key: string[] }>`
    select ${summary}, ${key} from purchase_orders o
    join suppliers s on s.org_id = o.org_id and s.id = o.supplier_id
    where ${sql.join(conditions, sql` and `)} ${order} limit ${sql.rows(input.limit + 1)}`)
  return pageOf(rows, input.limit, sort)
})

/** A word that more numbers contain than this (`PO-` is in all of them) is tested row by row: a page is full soon. */
const few = 500
/** A pattern is the word between two percent signs; a word of less than three characters has no trigram. */
const indexedCharacters = 5

/**
 * Each word of a search must appear in the order's number or its supplier's name. Both are looked up first: suppliers
 * are few, numbers have an index, so the orders are found by keys instead of being read one after another.
 */
async function searchConditions(tx: Tx, actor: Actor, search: string): Promise<Statement<unknown>[]> {
  const patterns = await searchPatterns(tx, search)
  return Promise.all(
    patterns.map(async (pattern) => {
      const [suppliers, orders] = await Promise.all([
        tx.all(sql<{ id: string }>`
          select id from suppliers where org_id = ${actor.org_id} and lower(name) like ${pattern}`),
        pattern.length < indexedCharacters
          ? null
          : tx.all(sql<{ id: string }>`
              select id from app.search_purchase_orders(${actor.org_id}, ${pattern}, ${few + 1}) as found (id)`),
      ])
      const bySupplier = sql`o.supplier_id = any (${suppliers.map((row) => row.id)}::uuid[])`
      return orders && orders.length <= few
        ? sql`(${bySupplier} or o.id = any (${orders.map((row) => row.id)}::uuid[]))`
        : sql`(${bySupplier} or lower(o.order_number) like ${pattern})`
    }),
  )
}
