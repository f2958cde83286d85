import { createInvitation } from '../../contract/invitations.ts'
import { limits } from '../../contract/limits.ts'
import { reaches, type Role } from '../../contract/permissions.ts'
import { invitationSecret } from '../identity/mails/invitation-link.ts'
import type { Tx } from '../platform/db.ts'
import { implement, type Actor } from '../platform/endpoint.ts'
import { newId } from '../platform/ids.ts'
import { refuse, refuseFields } from '../platform/refusal.ts'
import { sql } from '../platform/sql.ts'
import { hashOfToken } from '../platform/tokens.ts'
import { readInvitation } from './invitations.ts'
import { allFound, requireLimitable } from './limit-member.ts'
import { lockMembers } from './lock-members.ts'
import { sendInvitation, type InvitationServices } from './send-invitation.ts'

/**
 * Invites a person, replacing an open invitation for the same address. Refuses, in this order: role_too_high;
 * invalid_input for an owner or admin with locations, who have all; not_found (a location that doesn't exist or was
 * deleted), location_not_active; already_member; role_too_high (an invitation it replaces); limit_reached;
 * too_many_requests (in a day).
 */
export const createInvitationCommand = (services: InvitationServices) =>
  implement(createInvitation, async (tx, actor, { role, location_ids: asked = null, email = null }) => {
    const id = newId()
    const own = await lockMembers(tx, actor, 'members.write')
    if (!reaches(own, role)) refuse('role_too_high')
    const location_ids = asked && (await lockLocations(tx, actor, role, asked))
    if (email !== null) await voidEarlier(tx, actor, own, email)
    await requireRoom(tx, actor)
    const secret_hash = hashOfToken(invitationSecret(services.secrets, { org_id: actor.org_id, id, round: 1 }))
    await tx.run(sql`
      insert into invitations (org_id, id, user_id, email, role, location_ids, secret_hash, created_at, expires_at)
      values (${actor.org_id}, ${id}, ${actor.user_id}, ${email}, ${role}, ${location_ids}::uuid[], ${secret_hash}, app.now(),
        app.now() + make_interval(days => ${limits.invitationDays}))`)
    const link = await sendInvitation(tx, actor, services, { id, email, role, round: 1 })
    return { ...(await readInvitation(tx, actor, id)), link }
  })

/**
 * The locations an invitation is limited to. The inviter has all locations and can assign any. Shared locks, so that a
 * location deactivated or deleted at this moment either refuses the invitation or is removed from it
 * (app.void_invitations_of_locations).
 */
async function lockLocations(
  tx: Tx,
  actor: Actor,
  role: Role,
  location_ids: readonly string[],
): Promise<readonly string[]> {
  requireLimitable(role)
  const found = await tx.all(sql<{ id: string; name: string; is_active: boolean }>`
    select id, name, is_active from locations
    where org_id = ${actor.org_id} and id = any (${location_ids}::uuid[]) and hidden_at is null
    order by id for share`)
  const known = allFound(location_ids, found)
  const inactive = found.find(({ is_active }) => !is_active)
  if (inactive) refuseFields({ location_ids: `${inactive.name} isn’t active` }, 'location_not_active')
  return known
}

/**
 * Ends the open invitation of an address, which the new one replaces. Refuses already_member, and role_too_high for one
 * that the caller can't revoke.
 */
async function voidEarlier(tx: Tx, actor: Actor, own: Role, email: string): Promise<void> {
  const known = await tx.all(
    sql`select from profiles where org_id = ${actor.org_id} and lower(email) = ${email} limit 1`,
  )
  if (known.length > 0) refuseFields({ email: 'This person is already a member' }, 'already_member')
  const voided = await tx.all(sql<{ role: Role }>`
    update invitations set revoked_at = app.now()
    where org_id = ${actor.org_id} and email = ${email} and accepted_at is null and revoked_at is null
    returning role`)
  if (voided.some(({ role }) => !reaches(own, role))) refuse('role_too_high')
}

/**
 * Refuses limit_reached if members and open invitations fill the organization, too_many_requests if it has sent all
 * invitations of a day. The caller holds the lock of lockMembers.
 */
export async function requireRoom(tx: Tx, actor: Actor): Promise<void> {
  const { org_id } = actor
  const { taken, today } = await tx.one(sql<{ taken: number; today: number }>`
    select
      ((select count(*) from members where org_id = ${org_id})
        + count(*) filter (where accepted_at is null and revoked_at is null and expires_at > clock_timestamp()))::int as taken,
      count(*) filter (where created_at > clock_timestamp() - interval '1 day')::int as today
    from invitations where org_id = ${org_id}`)
  if (taken >= limits.membersPerOrganization)
    refuse(
      'limit_reached',
      { limit: limits.membersPerOrganization },
      'This company has reached its limit of members and invitations.',
    )
  if (today >= limits.invitationsPerDay)
    refuse(
      'too_many_requests',
      undefined,
      `A company can send ${limits.invitationsPerDay} invitations a day. Try again tomorrow.`,
    )
}
