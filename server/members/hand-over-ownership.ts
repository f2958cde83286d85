import { handOverOwnership } from '../../contract/members.ts'
import { implement } from '../platform/endpoint.ts'
import { refuseFields } from '../platform/refusal.ts'
import { sql } from '../platform/sql.ts'
import { lockMembers, requireMemberInReach } from './lock-members.ts'
import { readMember } from './queries.ts'

/** Makes a member an owner and the caller an admin. Refuses, in this order: invalid_input (oneself), not_found. */
export const handOverOwnershipCommand = implement(handOverOwnership, async (tx, actor, { user_id }) => {
  const own = await lockMembers(tx, actor, 'organization.write')
  if (user_id === actor.user_id) refuseFields({ user_id: 'Choose another member' })
  await requireMemberInReach(tx, actor, own, user_id)
  const { org_id } = actor
  await tx.run(
    sql`update members set role = 'owner', location_ids = null where org_id = ${org_id} and user_id = ${user_id} and role <> 'owner'`,
  )
  await tx.run(sql`update members set role = 'admin' where org_id = ${org_id} and user_id = ${actor.user_id}`)
  return readMember(tx, actor, user_id)
})
