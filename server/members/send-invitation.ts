import { limits } from '../../contract/limits.ts'
import type { Role } from '../../contract/permissions.ts'
import { invitationLink, invitationSecret } from '../identity/mails/invitation-link.ts'
import { queueMail } from '../identity/mails/queue-mail.ts'
import type { Tx } from '../platform/db.ts'
import type { Actor } from '../platform/endpoint.ts'
import { refuse } from '../platform/refusal.ts'
import type { Secrets } from '../platform/secrets.ts'
import { sql } from '../platform/sql.ts'

/** What invitations are created with. If this server can't send email, each one is a link to share. */
export type InvitationServices = Readonly<{ secrets: Secrets; siteUrl: string; canMail: boolean }>

/**
 * Emails an invitation, or returns the link for its inviter to share. Refuses too_many_requests if the address got many
 * today.
 */
export async function sendInvitation(
  tx: Tx,
  actor: Actor,
  { canMail, secrets, siteUrl }: InvitationServices,
  { id, email, role, round }: { id: string; email: string | null; role: Role; round: number },
): Promise<string | null> {
  const key = { org_id: actor.org_id, id, round }
  if (!canMail || email === null) return invitationLink(siteUrl, invitationSecret(secrets, key))
  // Other companies may be inviting the same address: the next statement counts their emails, too.
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`invitations to ${email}`}, 0))`)
  const { to_address, in_all } = await tx.one(sql<{ to_address: number; in_all: number }>`
    select count(*) filter (where email = ${email})::int as to_address,
      count(*) filter (where details -> 'invitation' ->> 'org_id' = ${actor.org_id}::text)::int as in_all
    from auth.mails where kind = 'organization_invitation' and requested_at > clock_timestamp() - interval '1 day'`)
  if (to_address >= limits.invitationMailsPerAddressPerDay)
    refuse(
      'too_many_requests',
      undefined,
      'This address has received many invitations today. Share the invitation link instead.',
    )
  if (in_all >= limits.invitationsPerDay)
    refuse(
      'too_many_requests',
      undefined,
      `A company can send ${limits.invitationsPerDay} invitations a day. Try again tomorrow.`,
    )
  const { organization_name, username } = await tx.one(sql<{ organization_name: string; username: string }>`
    select coalesce(nullif(s.company_name, ''), o.name) as organization_name, coalesce(p.username, '') as username
    from organizations o
    left join organization_settings s on s.org_id = ${actor.org_id}
    left join profiles p on p.org_id = ${actor.org_id} and p.user_id = ${actor.user_id}
    where o.org_id = ${actor.org_id}`)
  const invitation = { ...key, role, organization_name, invited_by: username }
  await queueMail(tx, { kind: 'organization_invitation', email, details: { invitation } })
  return null
}
