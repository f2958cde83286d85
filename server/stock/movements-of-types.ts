import type { TransactionType } from '../../contract/transaction-types.ts'
import { sql, type Statement } from '../platform/sql.ts'

/**
 * The movements of these types, as a table for a from clause: one branch per type, because an index by type and moment
 * gives the rows of one type in order. With `order` (by when they happened), PostgreSQL merges the branches and reads
 * only as many rows as needed: it does so only if each branch has its own order by, and never for the values of a list.
 * Without it, for sums over all of them. Row-level security and the query's conditions are pushed into each branch.
 * `movements` is another table or view of movements.
 */
export function movementsOfTypes(
  types: readonly TransactionType[],
  order: 'asc' | 'desc' | null,
  movements: Statement<unknown> = sql`stock_movements`,
): Statement<unknown> {
  const direction = sql.raw(order ?? '')
  const ordered = order ? sql`order by happened_at ${direction}, posting_id ${direction}, entry_no ${direction}` : sql``
  // As a literal: a partial index is used only if the planner sees that it fits.
  const branches = types.map((type) => sql`(select * from ${movements} where type = ${sql.lit(type)} ${ordered})`)
  return sql`(${sql.join(branches, sql` union all `)})`
}
