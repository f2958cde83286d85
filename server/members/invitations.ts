import { listInvitations, type Invitation } from '../../contract/invitations.ts'
import type { Tx } from '../platform/db.ts'
import { implement, type Actor } from '../platform/endpoint.ts'
import { refuse } from '../platform/refusal.ts'
import { sql, type Statement } from '../platform/sql.ts'

/** Waiting to be accepted, or expired. */
const isOpen = sql`i.accepted_at is null and i.revoked_at is null`

/** The email with its current link was rejected, or couldn't be sent for a day. */
const isUndeliverable = sql`exists (
  select from auth.mails m
  where m.email = i.email and m.kind = 'organization_invitation' and m.outcome = 'gave_up'
    and m.details #>> '{invitation,org_id}' = i.org_id::text and m.details #>> '{invitation,id}' = i.id::text
    and m.details #>> '{invitation,round}' = i.round::text)`

const invitationsOf = (actor: Actor, condition: Statement<unknown> = sql`true`) => sql<Invitation>`
  select i.id, i.email, i.role, i.location_ids, i.user_id, coalesce(p.username, '') as invited_by, i.created_at, i.expires_at,
    i.expires_at <= clock_timestamp() as is_expired, ${isUndeliverable} as is_undeliverable
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
