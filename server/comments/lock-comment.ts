import type { Person } from '../../contract/comments.ts'
import type { Tx } from '../platform/db.ts'
import type { Actor } from '../platform/endpoint.ts'
import { refuse } from '../platform/refusal.ts'
import { sql } from '../platform/sql.ts'
import { type RecordRef, requireRecord } from './records.ts'

type Locked = RecordRef & { user_id: string; body: string; mentions: Person[]; version: number }

/**
 * Locks a comment for a change. Refuses not_found (also if its record isn't visible) and forbidden (an API key that may
 * not read such records).
 */
export async function lockComment(tx: Tx, actor: Actor, id: string): Promise<Locked> {
  const found = await tx.maybe(sql<Locked>`
    select record_type, record_id, user_id, body, mentions, version from comments
    where org_id = ${actor.org_id} and id = ${id} for update`)
  const comment = found ?? refuse('not_found')
  await requireRecord(tx, actor, comment)
  return comment
}
