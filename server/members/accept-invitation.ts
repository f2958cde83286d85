import { acceptInvitation, previewInvitation } from '../../contract/invitations.ts'
import type { Role } from '../../contract/permissions.ts'
import { notify } from '../notifications/notify.ts'
import { shortName } from '../notifications/sentences.ts'
import { inOrganization } from '../organizations/in-organization.ts'
import { lockOrganizationExclusively } from '../organizations/lock-organization.ts'
import type { Tx } from '../platform/db.ts'
import { implement, implementForAnyone, type Actor } from '../platform/endpoint.ts'
import { refuse } from '../platform/refusal.ts'
import { sql } from '../platform/sql.ts'
import { hashOfToken } from '../platform/tokens.ts'
import { leaveUnusedOrganization } from './leave-unused-organization.ts'

type OpenInvitation = {
  org_id: string
  id: string
  role: Role
  location_ids: string[] | null
  email: string | null
  expires_at: string
  organization_name: string
  invited_by: string
}

function findOpen(tx: Tx, secret: string): Promise<OpenInvitation | undefined> {
  return tx.maybe(sql<OpenInvitation>`select * from app.open_invitation(${hashOfToken(secret)})`)
}

/** The content of an invitation. Refuses invitation_not_valid, whatever the reason: a wrong secret reveals nothing. */
export const previewInvitationCommand = implementForAnyone(previewInvitation, async (tx, { secret }) => {
  const { organization_name, invited_by, role, email, expires_at } =
    (await findOpen(tx, secret)) ?? refuse('invitation_not_valid')
  return { organization_name, invited_by, role, email, expires_at }
})

/**
 * Makes the caller a member of the inviting organization, and uses up the invitation. The address that it was sent to
 * isn't compared: the secret grants membership, and an address alone never does. A repeated request by the person who
 * joined gets the same response. The unused company created at a sign-up for this invitation is left
 * (leaveUnusedOrganization). Refuses, in this order: invitation_not_valid, already_member (the invitation stays valid).
 */
export const acceptInvitationCommand = implement(acceptInvitation, async (tx, actor, { secret }) => {
  const found = await findOpen(tx, secret)
  if (!found) return (await joinedBefore(tx, actor, secret)) ?? refuse('invitation_not_valid')
  // Their name in their own organization is used here as well.
  const { username } = await tx.one(sql<{ username: string }>`
    select username from profiles where org_id = ${actor.org_id} and user_id = ${actor.user_id}`)
  const { org_id, role } = found
  const { invited_at, ...joined } = await inOrganization(tx, actor, { org_id, role }, (there) =>
    join(tx, there, secret, username),
  )
  await leaveUnusedOrganization(tx, actor, invited_at)
  return joined
})

/**
 * The response from joining with this secret, if that is the organization they start with since: the stored response is
 * in the previous one.
 */
function joinedBefore(tx: Tx, { org_id, user_id }: Actor, secret: string) {
  return tx.maybe(sql<{ org_id: string; name: string; role: Role }>`
    select i.org_id, coalesce(nullif(s.company_name, ''), o.name) as name, m.role
    from invitations i
    join organizations o on o.org_id = i.org_id
    join members m on m.org_id = i.org_id and m.user_id = i.accepted_by
    left join organization_settings s on s.org_id = i.org_id
    where i.org_id = ${org_id} and i.secret_hash = ${hashOfToken(secret)} and i.accepted_by = ${user_id}`)
}

async function join(tx: Tx, there: Actor, secret: string, username: string) {
  const { org_id, user_id } = there
  // Serialized with removing the inviter or revoking the invitation: it is read again under the lock.
  await lockOrganizationExclusively(tx, there)
  const {
    id,
    role,
    location_ids,
    organization_name: name,
  } = (await findOpen(tx, secret)) ?? refuse('invitation_not_valid')
  const joined = await tx.run(sql`
    insert into members (org_id, user_id, role, location_ids)
    values (${org_id}, ${user_id}, ${role}, ${location_ids}::uuid[]) on conflict do nothing`)
  if (joined === 0) refuse('already_member', { org_id })
  await tx.run(sql`
    insert into profiles (org_id, user_id, email, username)
    select ${org_id}, u.id, u.email, ${username} from auth.users u where u.id = ${user_id}`)
  await tx.run(sql`insert into member_settings (org_id, user_id) values (${org_id}, ${user_id})`)
  const { invited_at } = await tx.one(sql<{ invited_at: string }>`
    update invitations set accepted_at = app.now(), accepted_by = ${user_id} where org_id = ${org_id} and id = ${id}
    returning created_at as invited_at`)
  await notify(tx, there, {
    kind: 'member_joined',
    title: `${shortName(username)} joined`,
    body: `Role: ${role}.`,
    subject: { kind: 'members', id: user_id },
    cause: `member ${user_id} joined by ${id}`,
  })
  // Notifies browsers of the other organization: the request's own events go to the organization it was sent for.
  await tx.run(sql`insert into outbox (org_id, kind, payload) values (${org_id}, 'member_joined', '{}')`)
  return { org_id, name, role, invited_at }
}
