import { bearerClaims, bearerUser } from './bearer.ts'
import type { Caller, IdentityDeps } from './deps.ts'
import { refuseIdentity } from './refusals.ts'
import { endSession, endSessionsOf } from './sessions.ts'

/**
 * Ends sessions of the bearer: all (`global`, the default), this one (`local`) or all but this one (`others`). What
 * ended is refused at its next request, access token and refresh token alike.
 */
export async function signOut(
  deps: IdentityDeps,
  caller: Caller,
  authorization: string | undefined,
  scope: string,
): Promise<void> {
  const claims = await bearerClaims(deps, authorization)
  if (scope !== 'global' && scope !== 'local' && scope !== 'others') {
    refuseIdentity('validation_failed', `Unsupported logout scope "${scope.slice(0, 40)}"`)
  }
  await deps.db.transaction(null, async (tx) => {
    const { user, session } = await bearerUser(tx, claims)
    if (scope === 'local') await endSession(tx, session.id, 'signed_out')
    else await endSessionsOf(tx, user.id, 'signed_out', scope === 'others' ? session.id : null)
  })
  const { user_id, session_id } = claims
  caller.log.info({ event: 'signed_out', scope, user_id, session_id, peer: caller.peer }, 'signed out')
}
