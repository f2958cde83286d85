import { removeMember } from '../../contract/members.ts'
import { implement } from '../platform/endpoint.ts'
import { endMembership } from './end-membership.ts'
import { lockMembers, requireMemberInReach, requireAnotherOwner } from './lock-members.ts'

/** Removes a member. Refuses, in this order: not_found, role_too_high, last_owner. */
export const removeMemberCommand = implement(removeMember, async (tx, actor, { user_id }) => {
  const own = await lockMembers(tx, actor, 'members.write')
  const role = await requireMemberInReach(tx, actor, own, user_id)
  if (role === 'owner') await requireAnotherOwner(tx, actor, user_id)
  await endMembership(tx, actor, user_id)
  return { user_id }
})
