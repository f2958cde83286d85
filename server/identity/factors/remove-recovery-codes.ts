import { bearerClaims, lockBearer } from '../bearer.ts'
import type { Caller, IdentityDeps } from '../deps.ts'
import { takeToken } from '../rate-limits.ts'
import { refuseIdentity } from '../refusals.ts'
import { noRecoveryCodes, recoveryFactor, requireAal2 } from './recovery-codes.ts'
import { removeFactor } from './remove-factor.ts'

/** Removes the bearer's codes. Refuses over_request_rate_limit, insufficient_aal (403) and mfa_factor_not_found. */
export async function removeRecoveryCodes(deps: IdentityDeps, caller: Caller, authorization: string | undefined) {
  const claims = await bearerClaims(deps, authorization)
  await takeToken(deps.db, `factors:${caller.peer}`, deps.config.rates.factorsByPeer)
  const id = await deps.db.transaction(null, async (tx) => {
    const bearer = await lockBearer(tx, claims)
    requireAal2(bearer, 'AAL2 required to delete recovery codes')
    const factor = recoveryFactor(bearer.user) ?? refuseIdentity('mfa_factor_not_found', noRecoveryCodes)
    await removeFactor(deps, tx, bearer.user, factor)
    return factor.id
  })
  deps.mails?.poke()
  const about = { user_id: claims.user_id, session_id: claims.session_id, factor_id: id, peer: caller.peer }
  caller.log.info({ event: 'recovery_codes_removed', ...about }, 'recovery codes removed')
  return { id }
}
