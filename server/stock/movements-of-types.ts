import { sql, type RawBuilder } from 'kysely'
import type { TransactionType } from '../../contract/transactions.ts'

/**
 * The movements of these types, as a table for a from clause: one branch per type, because an index by type and moment gives the rows of
 * one type in order, and PostgreSQL merges branches but not the values of a list. Row-level security and what the query asks for are
 * pushed into each branch.
 */
export function movementsOfTypes(types: readonly TransactionType[]): RawBuilder<unknown> {
  // Written out: a partial index is used only where the planner sees that it fits.
  const branches = types.map((type) => sql`select * from stock_movements where type = ${sql.lit(type)}`)
  return sql`(${sql.join(branches, sql` union all `)})`
}
