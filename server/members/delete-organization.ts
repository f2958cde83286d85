import { deleteOrganization } from '../../contract/organizations.ts'
import { trimmed } from '../../contract/trimmed.ts'
import { currentOrganization } from '../organizations/queries.ts'
import { implement } from '../platform/endpoint.ts'
import { refuse, refuseFields } from '../platform/refusal.ts'
import { sql } from '../platform/sql.ts'
import { endMembership } from './end-membership.ts'
import { lockMembers } from './lock-members.ts'

/**
 * Deletes the organization of which the caller is the only member: their membership ends, and the organization is
 * removed completely 30 days later. Refuses, in this order: not_found, forbidden; invalid_input (another name);
 * has_other_members.
 */
export const deleteOrganizationCommand = implement(deleteOrganization, async (tx, actor, { name }) => {
  await lockMembers(tx, actor, 'organization.write')
  const organization = await currentOrganization(tx, actor)
  if (trimmed(name) !== trimmed(organization.name)) refuseFields({ name: 'Enter the company’s name exactly' })
  const others = await tx.all(sql`
    select from members where org_id = ${actor.org_id} and user_id <> ${actor.user_id} limit 1`)
  if (others.length > 0) refuse('has_other_members')
  return { org_id: actor.org_id, home_org_id: await endMembership(tx, actor, actor.user_id) }
})
