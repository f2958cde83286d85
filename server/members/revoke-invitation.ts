import { revokeInvitation } from '../../contract/invitations.ts'
import { reaches } from '../../contract/permissions.ts'
import { implement } from '../platform/endpoint.ts'
import { refuse } from '../platform/refusal.ts'
import { sql } from '../platform/sql.ts'
import { readInvitation } from './invitations.ts'
import { lockMembers } from './lock-members.ts'

/** Revokes an open invitation. Refuses, in this order: not_found (unknown, accepted or revoked), role_too_high. */
export const revokeInvitationCommand = implement(revokeInvitation, async (tx, actor, { id }) => {
  const own = await lockMembers(tx, actor, 'members.write')
  const { role } = await readInvitation(tx, actor, id)
  if (!reaches(own, role)) refuse('role_too_high')
  await tx.run(sql`update invitations set revoked_at = app.now() where org_id = ${actor.org_id} and id = ${id}`)
  return { id }
})
