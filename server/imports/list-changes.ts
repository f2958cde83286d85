import { listImportFileChanges } from '../../contract/import-files.ts'
import { listImportChanges } from '../../contract/imports.ts'
import type { ImportChange } from '../../contract/import-preview.ts'
import type { Tx } from '../platform/db.ts'
import { implement, type Actor } from '../platform/endpoint.ts'
import { keyset, pageOf, type SortOrder } from '../platform/paging.ts'
import { refuse } from '../platform/refusal.ts'
import { sql, type Statement } from '../platform/sql.ts'

const asInFile: SortOrder = { name: 'file', direction: 'asc', columns: [{ by: sql`c.no`, type: 'bigint' }] }

type ChangesInput = { id: string; limit: number; cursor?: string | undefined }

/** The changes in a row of `table`, page by page; refuses not_found if there is no such row. */
async function changesOf(tx: Tx, actor: Actor, table: Statement<unknown>, { id, limit, cursor }: ChangesInput) {
  const { key, after, order } = keyset(asInFile, cursor)
  const row = await tx.maybe(
    sql<{ id: string }>`select r.id from ${table} r where r.org_id = ${actor.org_id} and r.id = ${id}`,
  )
  if (!row) refuse('not_found')
  const rows = await tx.all(sql<{ change: ImportChange; page_key: string[] }>`
    select c.change, ${key}
    from ${table} r, jsonb_array_elements(r.changes) with ordinality as c (change, no)
    where r.org_id = ${actor.org_id} and r.id = ${id} and ${after} ${order} limit ${sql.rows(limit + 1)}`)
  const { items, next } = pageOf(rows, limit, asInFile)
  return { items: items.map(({ change }) => change), next }
}

const waitingFiles = sql`(
  select org_id, id, changes from import_files where expires_at > clock_timestamp())`

export const listImportFileChangesQuery = implement(listImportFileChanges, (tx, actor, input) =>
  changesOf(tx, actor, waitingFiles, input),
)

export const listImportChangesQuery = implement(listImportChanges, (tx, actor, input) =>
  changesOf(tx, actor, sql.ref('imports'), input),
)
