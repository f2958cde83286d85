import {
  listImports,
  readImport,
  readImportProgress,
  type ImportRecord,
  type ImportResult,
} from '../../contract/imports.ts'
import { limits } from '../../contract/limits.ts'
import type { Tx } from '../platform/db.ts'
import { implement, type Actor } from '../platform/endpoint.ts'
import { keyset, newestBy, pageOf } from '../platform/paging.ts'
import { refuse } from '../platform/refusal.ts'
import { sql } from '../platform/sql.ts'
import { personName } from '../platform/person-name.ts'
import { readProgress } from './apply/progress.ts'

const columns = sql`id, file_name, size_bytes, status, counts, notices, user_id, ${personName('imports')} as user_reference, created_at, undone_at, leftovers, leftover_count, anything_undone`

const newestFirst = newestBy('newest', 'created_at', 'id')

export const listImportsQuery = implement(listImports, async (tx, actor, { limit, cursor }) => {
  const { key, after, order } = keyset(newestFirst, cursor)
  const rows = await tx.all(sql<ImportRecord & { page_key: string[] }>`
    select ${columns}, ${key} from imports where org_id = ${actor.org_id} and ${after} ${order} limit ${sql.rows(limit + 1)}`)
  return pageOf(rows, limit, newestFirst)
})

const firstChanges = sql.lit(`$[0 to ${limits.importRowsListed - 1}]`)

export const readImportQuery = implement(readImport, async (tx, actor, { id }) => {
  const result = await tx.maybe(sql<ImportResult>`
    select ${columns}, checked_counts, products, jsonb_array_length(changes)::bigint as change_count,
      jsonb_path_query_array(changes, ${firstChanges}) as changes, (
        select count(*) from import_records r
        where r.org_id = imports.org_id and r.import_id = imports.id and r.taken_back_at is not null) as removed_count
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
