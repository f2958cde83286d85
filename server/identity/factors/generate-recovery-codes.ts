import type { z } from 'zod'
import { newId } from '../../platform/ids.ts'
import { sql } from '../../platform/sql.ts'
import { bearerClaims, bearerUser, lockBearer, type Bearer } from '../bearer.ts'
import type { Caller, IdentityDeps } from '../deps.ts'
import { requireName, type recoveryCodesInput } from '../inputs.ts'
import { queueNotice } from '../mails/queue-mail.ts'
import { takeToken } from '../rate-limits.ts'
import { refuseIdentity } from '../refusals.ts'
import { requireRoom } from './enroll-factor.ts'
import { newCodes, writeCodes, madeCodes } from './make-recovery-codes.ts'
import { recoveryFactor, requireAal2 } from './recovery-codes.ts'

/**
 * Creates the bearer's codes, which are shown only here. Refuses over_request_rate_limit, validation_failed,
 * insufficient_aal (403), mfa_verified_factor_exists, mfa_recovery_codes_sole_factor, too_many_enrolled_mfa_factors and
 * mfa_factor_name_conflict.
 */
export async function generateRecoveryCodes(
  deps: IdentityDeps,
  caller: Caller,
  authorization: string | undefined,
  input: z.output<typeof recoveryCodesInput>,
) {
  const claims = await bearerClaims(deps, authorization)
  await takeToken(deps.db, `factors:${caller.peer}`, deps.config.rates.factorsByPeer)
  const friendly_name = requireName(input.friendly_name) || 'Recovery codes'
  const allowed = (bearer: Bearer) => {
    requireAal2(bearer, 'AAL2 required to generate recovery codes')
    if (recoveryFactor(bearer.user)) refuseIdentity('mfa_verified_factor_exists')
    if (!bearer.user.factors.some(({ status }) => status === 'verified'))
      refuseIdentity('mfa_recovery_codes_sole_factor')
  }
  // Before the hashing, which takes time.
  await deps.db.transaction(null, async (tx) => allowed(await bearerUser(tx, claims)), { readOnly: true })
  const { codes, rows } = await newCodes(deps.passwords)
  const id = newId()
  await deps.db.transaction(null, async (tx) => {
    const bearer = await lockBearer(tx, claims)
    allowed(bearer)
    await requireRoom(tx, bearer, friendly_name)
    await tx.run(sql`
      insert into auth.factors (id, user_id, factor_type, status, friendly_name, verified_at)
      values (${id}, ${bearer.user.id}, 'recovery_code', 'verified', ${friendly_name}, clock_timestamp())`)
    await writeCodes(tx, id, rows)
    await queueNotice(tx, deps, bearer.user, 'recovery_codes_made')
  })
  return madeCodes(deps, caller, claims.user_id, { id, friendly_name }, codes)
}
