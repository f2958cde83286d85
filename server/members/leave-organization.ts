import { leaveOrganization } from '../../contract/members.ts'
import { implement } from '../platform/endpoint.ts'
import { endMembership } from './end-membership.ts'
import { lockMembers, requireAnotherOwner } from './lock-members.ts'

/**
 * Ends the caller's own membership. Refuses last_owner, even if there are no other members: no one could open the
 * organization again.
 */
export const leaveOrganizationCommand = implement(leaveOrganization, async (tx, actor) => {
  const role = await lockMembers(tx, actor, 'account.write')
  if (role === 'owner') await requireAnotherOwner(tx, actor, actor.user_id)
  return { org_id: actor.org_id, home_org_id: await endMembership(tx, actor, actor.user_id) }
})
