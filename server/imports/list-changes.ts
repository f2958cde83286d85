import { listImportFileChanges } from '../../contract/import-files.ts'
import { listImportChanges } from '../../contract/imports.ts'
import type { ImportChange } from '../../contract/import-preview.ts'
import type { Tx } from '../platform/db.ts'
import { implement, type Actor } from '../platform/endpoint.ts'
import { cursorKey, cursorOf, type SortOrder } from '../platform/paging.ts'
import { refuse } from '../platform/refusal.ts'
import { sql, type Statement } from '../platform/sql.ts'

/** The position of a page in the list. Never sorted by: the changes are stored in the order of the file. */
const asInFile: SortOrder = { name: 'file', direction: 'asc', columns: [{ by: sql`no`, type: 'integer' }] }

type ChangesInput = { id: string; limit: number; cursor?: string | undefined }

/**
 * The changes in a row of `table`, page by page, each page without expanding the others; refuses not_found if there is
 * no such row.
 */
async function changesOf(tx: Tx, actor: Actor, table: Statement<unknown>, { id, limit, cursor }: ChangesInput) {
  const from = cursor === undefined ? 0 : Math.max(0, Number(cursorKey(asInFile, cursor)[0]))
  const row = await tx.maybe(sql<{ changes: ImportChange[] }>`
    select jsonb_path_query_array(r.changes, ${`$[${from} to ${from + limit}]`}::jsonpath) as changes
    from ${table} r where r.org_id = ${actor.org_id} and r.id = ${id}`)
  if (!row) return refuse('not_found')
  const next = row.changes.length > limit ? cursorOf(asInFile, [String(from + limit)]) : null
  return { items: row.changes.slice(0, limit), next }
}

const waitingFiles = sql`(
  select org_id, id, changes from import_files where expires_at > clock_timestamp())`

export const listImportFileChangesQuery = implement(listImportFileChanges, (tx, actor, input) =>
  changesOf(tx, actor, waitingFiles, input),
)

export const listImportChangesQuery = implement(listImportChanges, (tx, actor, input) =>
  changesOf(tx, actor, sql.ref('imports'), input),
)
