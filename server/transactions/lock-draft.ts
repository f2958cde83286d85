import type { Tx } from '../platform/db.ts'
import type { Actor } from '../platform/endpoint.ts'
import { refuse } from '../platform/refusal.ts'
import { sql } from '../platform/sql.ts'
import type { Entry } from './entry.ts'

/** Locks a pending draft, so that only one of two people can close it. Refuses not_found, draft_not_open {status}. */
export async function lockDraft(tx: Tx, actor: Actor, draft_id: string): Promise<Entry> {
  const draft = await tx.maybe(sql<Entry & { status: string }>`
    select product_id, type, quantity, reason_code, location_id, lot_number, expires_on, notes, happened_at, status
    from transaction_drafts where org_id = ${actor.org_id} and id = ${draft_id} for update`)
  if (!draft) refuse('not_found')
  const { status, ...entry } = draft
  if (status !== 'pending') refuse('draft_not_open', { status }, `This transaction is already ${status}.`)
  return entry
}
