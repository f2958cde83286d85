import { changeMemberRole } from '../../contract/members.ts'
import { reaches } from '../../contract/permissions.ts'
import { implement } from '../platform/endpoint.ts'
import { refuse } from '../platform/refusal.ts'
import { sql } from '../platform/sql.ts'
import { lockMembers, requireMemberInReach, requireAnotherOwner } from './lock-members.ts'
import { lockNamedLocations, requireLimitable } from './limit-member.ts'
import { readMember } from './queries.ts'

/**
 * Gives a member another role, which takes effect at their next request. Refuses, in this order: not_found,
 * role_too_high (the member's role, or the new one, is above the caller's), last_owner; what limitMember refuses. An
 * owner or admin has all locations; undoing such a change restores the limit with the role, in one step. Lowering a
 * role ends the invitations that it no longer allows.
 */
export const changeMemberRoleCommand = implement(
  changeMemberRole,
  async (tx, actor, { user_id, role, location_ids }) => {
    const own = await lockMembers(tx, actor, 'members.write')
    const before = await requireMemberInReach(tx, actor, own, user_id)
    if (!reaches(own, role)) refuse('role_too_high')
    if (before === 'owner' && role !== 'owner') await requireAnotherOwner(tx, actor, user_id)
    if (location_ids) requireLimitable(role)
    const limit = location_ids && (await lockNamedLocations(tx, actor, location_ids))
    await tx.run(sql`
    update members set role = ${role},
      location_ids = case when ${role}::text in ('staff', 'viewer') then coalesce(${limit ?? null}::uuid[], location_ids) end
    where org_id = ${actor.org_id} and user_id = ${user_id}
      and (role <> ${role} or location_ids is distinct from coalesce(${limit ?? null}::uuid[], location_ids))`)
    return readMember(tx, actor, user_id)
  },
)
