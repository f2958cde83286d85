import { renewInvitation } from '../../contract/invitations.ts'
import { limits } from '../../contract/limits.ts'
import { reaches } from '../../contract/permissions.ts'
import { invitationSecret } from '../identity/mails/invitation-link.ts'
import { implement } from '../platform/endpoint.ts'
import { refuse } from '../platform/refusal.ts'
import { sql } from '../platform/sql.ts'
import { hashOfToken } from '../platform/tokens.ts'
import { requireRoom } from './create-invitation.ts'
import { readInvitation } from './invitations.ts'
import { lockMembers } from './lock-members.ts'
import { sendInvitation, type InvitationServices } from './send-invitation.ts'

/**
 * Gives an invitation a new secret and 7 days from now; the caller vouches for it from then on. Refuses, in this order:
 * not_found (unknown, accepted or revoked), role_too_high, limit_reached, too_many_requests (the daily limit of
 * invitations).
 */
export const renewInvitationCommand = (services: InvitationServices) =>
  implement(renewInvitation, async (tx, actor, { id }) => {
    const own = await lockMembers(tx, actor, 'members.write')
    const { role, email, is_expired } = await readInvitation(tx, actor, id)
    if (!reaches(own, role)) refuse('role_too_high')
    if (is_expired) await requireRoom(tx, actor)
    const { round } = await tx.one(sql<{ round: number }>`
      select round + 1 as round from invitations where org_id = ${actor.org_id} and id = ${id}`)
    if (round > limits.invitationsPerDay)
      refuse('too_many_requests', undefined, 'This invitation was sent too many times. Revoke it and create a new one.')
    const secret = invitationSecret(services.secrets, { org_id: actor.org_id, id, round })
    await tx.run(sql`
      update invitations
      set round = ${round}, secret_hash = ${hashOfToken(secret)}, user_id = ${actor.user_id},
        expires_at = app.now() + make_interval(days => ${limits.invitationDays})
      where org_id = ${actor.org_id} and id = ${id}`)
    const link = await sendInvitation(tx, actor, services, { id, email, role, round })
    return { ...(await readInvitation(tx, actor, id)), link }
  })
