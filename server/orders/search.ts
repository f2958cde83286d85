import { withDashes } from '../../contract/order-numbers.ts'
import type { Tx } from '../platform/db.ts'
import type { Actor } from '../platform/endpoint.ts'
import { searchPatterns } from '../platform/search-patterns.ts'
import { sql, type Statement } from '../platform/sql.ts'

/** Words that more documents contain than this (`SO-` is in all of them) are tested row by row: a page is full soon. */
const few = 500

/**
 * What a search of a list compares: `finder` is the database function that uses the search index (which row-level
 * security hides from other queries) and returns values of `id`; `text` is the searched column.
 */
type Searched = Readonly<{
  finder: 'search_sales_orders' | 'search_shipments'
  id: Statement<unknown>
  text: Statement<unknown>
}>

/**
 * The search condition of a list of documents: one of the searched texts contains every word. If a finder finds few,
 * the rest of the list reads only these; otherwise it tests the text row by row.
 */
export async function searchCondition(
  tx: Tx,
  actor: Actor,
  search: string,
  ...searched: readonly Searched[]
): Promise<Statement<unknown>> {
  const patterns = await searchPatterns(tx, withDashes(search))
  if (patterns.length === 0) return sql`true`
  const conditions = await Promise.all(
    searched.map(async ({ finder, id, text }) => {
      const found = await tx.all(sql<{ id: string }>`
        select id from ${sql.raw(`app.${finder}`)}(${actor.org_id}, ${patterns}, ${few + 1}) as found (id)`)
      return found.length <= few
        ? sql`${id} = any (${found.map((row) => row.id)}::uuid[])`
        : sql`${text} like all (${patterns}::text[])`
    }),
  )
  return sql`(${sql.join(conditions, sql` or `)})`
}
