import { sql } from 'kysely'
import { changeMemberRole } from '../../contract/members.ts'
import { reaches } from '../../contract/permissions.ts'
import { implement } from '../platform/endpoint.ts'
import { refuse } from '../platform/refusal.ts'
import { lockMembers, memberRole, requireAnotherOwner } from './lock-members.ts'
import { readMember } from './queries.ts'

/**
 * Gives a member another role, which counts at their next request. Refuses, in this order: not_found, role_too_high (the member's role, or the new one,
 * is above the caller's), last_owner. An owner or admin has all locations. Lowering a role ends the invitations that it no longer allows.
 */
export const changeMemberRoleCommand = implement(changeMemberRole, async (tx, actor, { user_id, role }) => {
  const own = await lockMembers(tx, actor, 'members.write')
  const before = await memberRole(tx, actor, own, user_id)
  if (!reaches(own, role)) refuse('role_too_high')
  if (before === 'owner' && role !== 'owner') await requireAnotherOwner(tx, actor, user_id)
  await tx.run(sql`
    update members set role = ${role}, location_ids = case when ${role}::text in ('staff', 'viewer') then location_ids end
    where org_id = ${actor.org_id} and user_id = ${user_id} and role <> ${role}`)
  return readMember(tx, actor, user_id)
})
