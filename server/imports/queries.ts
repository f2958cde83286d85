import {
  listImportChanges,
  listImportFileChanges,
  listImports,
  readImport,
  readImportProgress,
  type ImportRecord,
  type ImportResult,
} from '../../contract/imports.ts'
import type { ImportChange } from '../../contract/import-preview.ts'
import { limits } from '../../contract/limits.ts'
import type { Tx } from '../platform/db.ts'
import { implement, type Actor } from '../platform/endpoint.ts'
import { keyset, pageOf, type SortOrder } from '../platform/paging.ts'
import { refuse } from '../platform/refusal.ts'
import { sql, type Statement } from '../platform/sql.ts'
import { readProgress } from './apply/progress.ts'

const columns = sql`id, file_name, size_bytes, status, counts, notices, user_id, user_reference, created_at, undone_at, leftovers`

const newestFirst: SortOrder = {
  name: 'newest',
  direction: 'desc',
  columns: [
    { by: sql`created_at`, type: 'timestamptz' },
    { by: sql`id`, type: 'uuid' },
  ],
}

export const listImportsQuery = implement(listImports, async (tx, actor, { limit, cursor }) => {
  const { key, after, order } = keyset(newestFirst, cursor)
  const rows = await tx.all(sql<ImportRecord & { page_key: string[] }>`
    select ${columns}, ${key} from imports where org_id = ${actor.org_id} and ${after} ${order} limit ${sql.rows(limit + 1)}`)
  return pageOf(rows, limit, newestFirst)
})

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

const firstChanges = sql.lit(`$[0 to ${limits.importRowsListed - 1}]`)

export const readImportQuery = implement(readImport, async (tx, actor, { id }) => {
  const result = await tx.maybe(sql<ImportResult>`
    select ${columns}, checked_counts, products, jsonb_array_length(changes)::bigint as change_count,
      jsonb_path_query_array(changes, ${firstChanges}) as changes
    from imports where org_id = ${actor.org_id} and id = ${id}`)
  return result ?? refuse('not_found')
})

export const readImportProgressQuery = implement(readImportProgress, readProgress)

/** One import as people see it; refuses not_found. */
export async function importById(tx: Tx, actor: Actor, id: string): Promise<ImportRecord> {
  const record = await tx.maybe(
    sql<ImportRecord>`select ${columns} from imports where org_id = ${actor.org_id} and id = ${id}`,
  )
  return record ?? refuse('not_found')
}
