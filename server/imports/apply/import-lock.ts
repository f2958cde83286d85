import type { Tx } from '../../platform/db.ts'
import type { Actor } from '../../platform/endpoint.ts'
import { refuse } from '../../platform/refusal.ts'
import { sql } from '../../platform/sql.ts'

/** One import or undo per organization at a time: a second one is refused immediately instead of waiting for locks. */
export async function lockImports(tx: Tx, actor: Actor): Promise<void> {
  const { taken } = await tx.one(sql<{ taken: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${`imports ${actor.org_id}`}, 0)) as taken`)
  if (!taken) refuse('in_progress', undefined, 'Another import is running for your company. Wait until it’s done.')
}
