import { bearerClaims, bearerUser } from '../bearer.ts'
import type { Caller, IdentityDeps } from '../deps.ts'
import { takeToken } from '../rate-limits.ts'
import { refuseIdentity } from '../refusals.ts'
import { securityKeyChallenge } from '../webauthn/security-key.ts'
import { writeChallenge } from './challenges.ts'
import { ownFactor } from './own-factor.ts'

/**
 * Creates a challenge for a factor, valid for five minutes and from the same address. Refuses over_request_rate_limit,
 * validation_failed (404) and mfa_factor_not_found.
 */
export async function challengeFactor(
  deps: IdentityDeps,
  caller: Caller,
  authorization: string | undefined,
  factor_id: string,
) {
  const claims = await bearerClaims(deps, authorization)
  await takeToken(deps.db, `factors:${caller.peer}`, deps.config.rates.factorsByPeer)
  return deps.db.transaction(null, async (tx) => {
    const bearer = await bearerUser(tx, claims)
    const factor = ownFactor(bearer, factor_id)
    if (factor.factor_type === 'recovery_code')
      refuseIdentity('validation_failed', 'factor_type needs to be totp, phone, or webauthn')
    if (factor.factor_type === 'webauthn') {
      const webauthn = await securityKeyChallenge(deps, tx, bearer.user, factor)
      const { challenge } = webauthn.credential_options.publicKey
      return { type: factor.factor_type, ...(await writeChallenge(tx, factor.id, caller.peer, challenge)), webauthn }
    }
    const { id, expires_at } = await writeChallenge(tx, factor.id, caller.peer)
    return { id, type: factor.factor_type, expires_at }
  })
}
