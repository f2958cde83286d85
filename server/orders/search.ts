import type { Tx } from '../platform/db.ts'
import type { Actor } from '../platform/endpoint.ts'
import { sql, type Statement } from '../platform/sql.ts'

/** Words that more documents contain than this (`SO-` is in all of them) are tested row by row: a page is full soon. */
const few = 500

/**
 * What a list of documents adds to its conditions for a search. `finder` is the function of the database that finds by
 * the search index (which row-level security keeps from other queries); where it finds few, the rest of the list looks
 * at these alone; else at `text`, the searched column, row after row.
 */
export async function searchCondition(
  tx: Tx,
  actor: Actor,
  search: string,
  finder: 'search_sales_orders' | 'search_shipments',
  id: Statement<unknown>,
  text: Statement<unknown>,
): Promise<Statement<unknown>> {
  const { patterns } = await tx.one(sql<{ patterns: string[] }>`select app.search_patterns(${search}) as patterns`)
  if (patterns.length === 0) return sql`true`
  const found = await tx.all(sql<{ id: string }>`
    select id from ${sql.raw(`app.${finder}`)}(${actor.org_id}, ${patterns}, ${few + 1}) as found (id)`)
  return found.length <= few
    ? sql`${id} = any (${found.map((row) => row.id)}::uuid[])`
    : sql`${text} like all (${patterns}::text[])`
}
