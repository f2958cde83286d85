import { createHash } from 'node:crypto'
import { listInvitations, type Invitation } from '../../contract/invitations.ts'
import type { Tx } from '../platform/db.ts'
import { implement, type Actor } from '../platform/endpoint.ts'
import { refuse } from '../platform/refusal.ts'
import { sql, type Statement } from '../platform/sql.ts'

export function hashOfSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}

/** Waiting to be accepted, or expired. */
const isOpen = sql`i.accepted_at is null and i.revoked_at is null`

const invitationsOf = (actor: Actor, condition: Statement<unknown> = sql`true`) => sql<Invitation>`
  select i.id, i.email, i.role, i.location_ids, i.user_id, coalesce(p.username, '') as invited_by, i.created_at, i.expires_at,
    i.expires_at <= clock_timestamp() as is_expired
  from invitations i
  left join profiles p on p.org_id = ${actor.org_id} and p.user_id = i.user_id
  where i.org_id = ${actor.org_id} and ${isOpen} and ${condition}
  order by i.created_at desc, i.id`

export const listInvitationsQuery = implement(listInvitations, async (tx, actor) => ({
  items: await tx.all(invitationsOf(actor)),
}))

/** An open invitation of the organization. Refuses not_found. */
export async function readInvitation(tx: Tx, actor: Actor, id: string): Promise<Invitation> {
  return (await tx.maybe(invitationsOf(actor, sql`i.id = ${id}`))) ?? refuse('not_found')
}
