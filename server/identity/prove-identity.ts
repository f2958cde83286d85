import type { z } from 'zod'
import { bearerClaims, bearerUser, lockBearer } from './bearer.ts'
import type { Caller, IdentityDeps } from './deps.ts'
import type { proveIdentityInput } from './inputs.ts'
import { requireCurrentPassword } from './new-password.ts'
import { takeToken } from './rate-limits.ts'
import { refuseIdentity } from './refusals.ts'
import { renewProof } from './session-proofs.ts'
import { spendNonce } from './spend-nonce.ts'

/**
 * Makes the bearer's session as fresh as one that just signed in, for the password or the code of a reauthentication
 * email: factors, passkeys and linked accounts can be changed for an hour. The published protocol has no such request.
 * Refuses, in this order: over_request_rate_limit, what is wrong with the bearer, validation_failed (neither is given),
 * then what `requireCurrentPassword` or `spendNonce` refuses.
 */
export async function proveIdentity(
  deps: IdentityDeps,
  caller: Caller,
  authorization: string | undefined,
  { current_password, nonce }: z.output<typeof proveIdentityInput>,
): Promise<object> {
  const { db, config } = deps
  const claims = await bearerClaims(deps, authorization)
  await takeToken(db, `change_user:${caller.peer}`, config.rates.changeUserByPeer)
  const { user } = await db.transaction(null, (tx) => bearerUser(tx, claims), { readOnly: true })
  if (current_password !== '') await requireCurrentPassword(deps, caller, user, current_password)
  else if (nonce !== '') await spendNonce(deps, user, nonce)
  else refuseIdentity('validation_failed', 'Reauthentication requires a password or a nonce')
  await db.transaction(null, async (tx) => {
    const now = await lockBearer(tx, claims)
    // The password may have changed while the one given was verified.
    if (current_password !== '' && now.user.password_hash !== user.password_hash)
      refuseIdentity('current_password_invalid')
    await renewProof(tx, claims.session_id, current_password === '' ? 'otp' : 'password')
  })
  const { user_id, session_id } = claims
  caller.log.info({ event: 'reauthenticated', user_id, session_id, peer: caller.peer }, 'reauthenticated')
  return {}
}
