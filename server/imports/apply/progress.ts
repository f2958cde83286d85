import { createHash } from 'node:crypto'
import { importPhases, type ImportProgress } from '../../../contract/imports.ts'
import type { Tx } from '../../platform/db.ts'
import type { Actor } from '../../platform/endpoint.ts'
import { refuse } from '../../platform/refusal.ts'
import { sql } from '../../platform/sql.ts'

/**
 * The progress of a running import or undo is in the name of its connection (`application_name`): every server process
 * sees it, although the transaction isn't committed, and it ends with the transaction, however that ends. A name has at
 * most 63 bytes.
 */
export async function reportProgress(
  tx: Tx,
  actor: Actor,
  importId: string,
  { phase, done, total }: ImportProgress,
): Promise<void> {
  const name = `${connectionName(actor, importId)}${phase} ${done} ${total}`
  await tx.run(sql`select set_config('application_name', ${name}, true)`)
}

/**
 * Refuses not_found unless such an import, or its undo, runs on any server process or is stored, or its file is
 * waiting.
 */
export async function readProgress(tx: Tx, actor: Actor, { id }: { id: string }): Promise<ImportProgress> {
  const name = connectionName(actor, id)
  const { running, stored, waiting } = await tx.one(sql<{ running: string | null; stored: boolean; waiting: boolean }>`
    select exists (select from imports where org_id = ${actor.org_id} and id = ${id}) as stored,
      exists (select from import_files
        where org_id = ${actor.org_id} and id = ${id} and expires_at > clock_timestamp()) as waiting,
      (select application_name from pg_stat_activity
        where datname = current_database() and starts_with(application_name, ${name}) limit 1) as running`)
  const [phase, done, total] = running?.slice(name.length).split(' ') ?? []
  const known = importPhases.find((one) => one === phase)
  if (known) return { phase: known, done: Number(done), total: Number(total) }
  if (!stored && !waiting) refuse('not_found')
  return { phase: stored ? 'finished' : 'waiting', done: 0, total: 0 }
}

/**
 * The prefix of the connection's name. Connections of all organizations are visible, so it reveals nothing to others.
 */
function connectionName(actor: Actor, importId: string): string {
  const hash = createHash('sha256').update(`${actor.org_id} ${importId.toLowerCase()}`).digest('base64url')
  return `import ${hash.slice(0, 20)} `
}
