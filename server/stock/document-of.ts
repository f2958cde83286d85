import type { Actor } from '../platform/endpoint.ts'
import { sql, type Statement } from '../platform/sql.ts'

/**
 * Joins the document `d` behind a posting (db/views/posting_documents.sql) to each row of a list. It is looked up only
 * if the posting names one or came from an import: most postings have none, and the view reads nine tables for each.
 */
export function documentOf(
  actor: Actor,
  posting_id: Statement<string>,
  source_id: Statement<string>,
): Statement<unknown> {
  // The offset makes PostgreSQL test the condition before it reads the view.
  return sql`
    left join import_postings i on i.org_id = ${actor.org_id} and i.posting_id = ${posting_id}
    left join lateral (
      select v.kind, v.id, v.number from posting_documents v
      where v.org_id = ${actor.org_id} and v.posting_id = ${posting_id} and (${source_id} is not null or i.import_id is not null)
      offset 0) d on true`
}
