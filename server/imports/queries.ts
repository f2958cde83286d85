import {
  listImportFileChanges,
  listImports,
  readImport,
  readImportProgress,
  type ImportRecord,
} from '../../contract/imports.ts'
import type { ImportChange } from '../../contract/import-preview.ts'
import type { Tx } from '../platform/db.ts'
import { implement, type Actor } from '../platform/endpoint.ts'
import { keyset, pageOf, type SortOrder } from '../platform/paging.ts'
import { refuse } from '../platform/refusal.ts'
import { sql } from '../platform/sql.ts'
import { readProgress } from './apply/progress.ts'

const columns = sql`id, file_name, status, counts, notices, user_id, user_reference, created_at, undone_at, leftovers`

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

export const listImportFileChangesQuery = implement(listImportFileChanges, async (tx, actor, { id, limit, cursor }) => {
  const { key, after, order } = keyset(asInFile, cursor)
  const file = await tx.maybe(sql<{ id: string }>`
    select id from import_files where org_id = ${actor.org_id} and id = ${id} and expires_at > clock_timestamp()`)
  if (!file) refuse('not_found')
  const rows = await tx.all(sql<{ change: ImportChange; page_key: string[] }>`
    select c.change, ${key}
    from import_files f, jsonb_array_elements(f.changes) with ordinality as c (change, no)
    where f.org_id = ${actor.org_id} and f.id = ${id} and ${after} ${order} limit ${sql.rows(limit + 1)}`)
  const { items, next } = pageOf(rows, limit, asInFile)
  return { items: items.map(({ change }) => change), next }
})

export const readImportQuery = implement(readImport, (tx, actor, { id }) => importById(tx, actor, id))

export const readImportProgressQuery = implement(readImportProgress, readProgress)

/** One import as people see it; refuses not_found. */
export async function importById(tx: Tx, actor: Actor, id: string): Promise<ImportRecord> {
  const record = await tx.maybe(
    sql<ImportRecord>`select ${columns} from imports where org_id = ${actor.org_id} and id = ${id}`,
  )
  return record ?? refuse('not_found')
}
