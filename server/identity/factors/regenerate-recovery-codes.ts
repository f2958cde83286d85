import { sql } from '../../platform/sql.ts'
import { bearerClaims, bearerUser, lockBearer, type Bearer } from '../bearer.ts'
import type { Caller, IdentityDeps } from '../deps.ts'
import { queueNotice } from '../mails/queue-mail.ts'
import { fillBucket, takeToken } from '../rate-limits.ts'
import { refuseIdentity } from '../refusals.ts'
import { factorBucket } from './factor-bucket.ts'
import { newCodes, writeCodes, madeCodes } from './make-recovery-codes.ts'
import { noRecoveryCodes, recoveryFactor, requireAal2 } from './recovery-codes.ts'

/**
 * Replaces the bearer's codes with new ones; the old ones stop working, and attempts on them are reset. Refuses
 * over_request_rate_limit, insufficient_aal (403) and mfa_factor_not_found.
 */
export async function regenerateRecoveryCodes(deps: IdentityDeps, caller: Caller, authorization: string | undefined) {
  const claims = await bearerClaims(deps, authorization)
  await takeToken(deps.db, `factors:${caller.peer}`, deps.config.rates.factorsByPeer)
  const allowed = (bearer: Bearer) => {
    requireAal2(bearer, 'AAL2 required to regenerate recovery codes')
    return recoveryFactor(bearer.user) ?? refuseIdentity('mfa_factor_not_found', noRecoveryCodes)
  }
  await deps.db.transaction(null, async (tx) => allowed(await bearerUser(tx, claims)), { readOnly: true })
  const { codes, rows } = await newCodes(deps.passwords)
  const factor = await deps.db.transaction(null, async (tx) => {
    const bearer = await lockBearer(tx, claims)
    const own = allowed(bearer)
    await tx.run(sql`delete from auth.recovery_codes where factor_id = ${own.id}`)
    await writeCodes(tx, own.id, rows)
    await tx.run(sql`update auth.factors set updated_at = clock_timestamp() where id = ${own.id}`)
    await queueNotice(tx, deps, bearer.user, 'recovery_codes_made')
    return own
  })
  await fillBucket(deps.db, factorBucket(factor.id))
  return madeCodes(deps, caller, claims.user_id, factor, codes)
}
