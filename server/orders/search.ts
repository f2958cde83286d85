import { withDashes } from '../../contract/order-numbers.ts'
import type { Tx } from '../platform/db.ts'
import type { Actor } from '../platform/endpoint.ts'
import { searchPatterns } from '../platform/search-patterns.ts'
import { sql, type Statement } from '../platform/sql.ts'

/** Words that more documents contain than this (`SO-` is in all of them) are tested row by row: a page is full soon. */
const few = 500

/**
 * The search conditions of a list of documents. `finder` is the database function that uses the search index (which
 * row-level security hides from other queries); if it finds few, the rest of the list reads only these; otherwise it
 * tests `text`, the searched column, row by row.
 */
export async function searchCondition(
  tx: Tx,
  actor: Actor,
  search: string,
  finder: 'search_sales_orders' | 'search_shipments',
  id: Statement<unknown>,
  text: Statement<unknown>,
): Promise<Statement<unknown>> {
  const patterns = await searchPatterns(tx, withDashes(search))
  if (patterns.length === 0) return sql`true`
  const found = await tx.all(sql<{ id: string }>`
    select id from ${sql.raw(`app.${finder}`)}(${actor.org_id}, ${patterns}, ${few + 1}) as found (id)`)
  return found.length <= few
    ? sql`${id} = any (${found.map((row) => row.id)}::uuid[])`
    : sql`${text} like all (${patterns}::text[])`
}
