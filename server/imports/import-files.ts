import type { ImportChange, ImportCounts } from '../../contract/import-preview.ts'
import { limits } from '../../contract/limits.ts'
import type { Tx } from '../platform/db.ts'
import type { Actor } from '../platform/endpoint.ts'
import { refuse } from '../platform/refusal.ts'
import { sql } from '../platform/sql.ts'
import type { Sheets } from './sheets/sheets.ts'

/** Uploaded files that await confirmation, with the previewed rows. */

export type StoredFile = { id: string; file_name: string; size_bytes: number; created_at: string; expires_at: string }

/** The last preview of a file: a confirmation writes exactly that. */
export type Shown = { set_stock: boolean; changes: ImportChange[]; counts: ImportCounts | null }

export type ReadFile = StoredFile & Shown & { sheets: Sheets }

const fileColumns = sql`id, file_name, size_bytes, created_at, expires_at`

/** Stores a file's rows for a day. Old ones are deleted, and only the newest few of an organization stay. */
export async function keepFile(
  tx: Tx,
  actor: Actor,
  file: { id: string; file_name: string; size_bytes: number; sheets: string },
  shown: Shown,
): Promise<StoredFile> {
  await tx.run(sql`
    delete from import_files f
    where f.org_id = ${actor.org_id} and (f.expires_at < clock_timestamp() or f.id in (
      select id from import_files where org_id = ${actor.org_id} order by created_at desc offset ${limits.importFilesKept - 1}))`)
  return tx.one(sql<StoredFile>`
    insert into import_files (org_id, id, user_id, file_name, size_bytes, sheets, set_stock, changes, counts, expires_at)
    values (${actor.org_id}, ${file.id}, ${actor.user_id}, ${file.file_name}, ${file.size_bytes}, ${file.sheets}::json,
      ${shown.set_stock}, ${JSON.stringify(shown.changes)}::jsonb, ${JSON.stringify(shown.counts)}::jsonb,
      clock_timestamp() + make_interval(hours => ${limits.importFileKeptHours}))
    returning ${fileColumns}`)
}

/** Stores a new preview. */
export async function keepShown(
  tx: Tx,
  actor: Actor,
  id: string,
  { set_stock, changes, counts }: Shown,
): Promise<void> {
  await tx.run(sql`
    update import_files set set_stock = ${set_stock}, changes = ${JSON.stringify(changes)}::jsonb,
      counts = ${JSON.stringify(counts)}::jsonb
    where org_id = ${actor.org_id} and id = ${id}`)
}

/**
 * The rows of a stored file; the file stays locked, so of two simultaneous confirmations the second waits and then
 * finds it missing. Refuses conflict if it was imported in the meantime, not_found if it is missing or has expired.
 */
export async function lockFile(tx: Tx, actor: Actor, id: string): Promise<ReadFile> {
  const file = await tx.maybe(sql<ReadRow>`${fileById(actor, id)} for update`)
  if (file) return parsed(file)
  const done = await tx.maybe(sql<{ id: string }>`
    select id from imports where org_id = ${actor.org_id} and import_file_id = ${id}`)
  if (done) refuse('conflict', { import_id: done.id }, 'This file has already been imported.')
  return refuse('not_found', undefined, 'This file is no longer available. Choose it again.')
}

/** The same without a lock, for reading. */
export async function readFile(tx: Tx, actor: Actor, id: string): Promise<ReadFile> {
  const file = await tx.maybe(sql<ReadRow>`${fileById(actor, id)}`)
  return file ? parsed(file) : refuse('not_found', undefined, 'This file is no longer available. Choose it again.')
}

type ReadRow = Omit<ReadFile, 'sheets'> & { sheets: string }

function fileById(actor: Actor, id: string) {
  return sql<ReadRow>`
    select ${fileColumns}, set_stock, changes, counts, sheets::text as sheets from import_files
    where org_id = ${actor.org_id} and id = ${id} and expires_at > clock_timestamp()`
}

function parsed(file: ReadRow): ReadFile {
  return { ...file, sheets: JSON.parse(file.sheets) as Sheets }
}

/** The name of a file that still waits; undefined if it was imported, was discarded or has expired. */
export async function waitingFileName(tx: Tx, org_id: string, id: string): Promise<string | undefined> {
  const file = await tx.maybe(sql<{ file_name: string }>`
    select file_name from import_files where org_id = ${org_id} and id = ${id} and expires_at > clock_timestamp()`)
  return file?.file_name
}

export function forgetFile(tx: Tx, actor: Actor, id: string): Promise<number> {
  return tx.run(sql`delete from import_files where org_id = ${actor.org_id} and id = ${id}`)
}
