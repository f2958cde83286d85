import type { Tx } from '../../platform/db.ts'
import { sql } from '../../platform/sql.ts'
import { bearerClaims, bearerUser, type Bearer } from '../bearer.ts'
import type { IdentityDeps } from '../deps.ts'
import type { Factor } from '../factors.ts'
import { refuseIdentity } from '../refusals.ts'
import { requireRecentProof } from '../second-factor.ts'
import type { User } from '../users.ts'
import { codesPerSet } from './make-recovery-codes.ts'

/** The message of mfa_factor_not_found. */
export const noRecoveryCodes = 'The user has not enrolled recovery codes'

/** How many codes the bearer has and how many are left. Refuses mfa_factor_not_found if there are none. */
export async function recoveryCodesStatus(deps: IdentityDeps, authorization: string | undefined) {
  const claims = await bearerClaims(deps, authorization)
  const read = async (tx: Tx) => {
    const { id } =
      recoveryFactor((await bearerUser(tx, claims)).user) ?? refuseIdentity('mfa_factor_not_found', noRecoveryCodes)
    return { id, type: 'recovery_code', total: codesPerSet, remaining: await codesLeft(tx, id) }
  }
  return deps.db.transaction(null, read, { readOnly: true })
}

/** The factor that represents a user's recovery codes. */
export function recoveryFactor({ factors }: User): Factor | undefined {
  return factors.find(({ factor_type }) => factor_type === 'recovery_code')
}

/** How many codes of a set are unused. */
export async function codesLeft(tx: Tx, factor_id: string): Promise<number> {
  const { left } = await tx.one(sql<{ left: number }>`
    select count(*)::integer as left from auth.recovery_codes where factor_id = ${factor_id} and used_at is null`)
  return left
}

/** Refuses insufficient_aal (403) unless the session has proven a second factor recently. */
export function requireAal2(bearer: Bearer, message: string): void {
  if (bearer.session.aal !== 'aal2') refuseIdentity('insufficient_aal', message, { status: 403 })
  requireRecentProof(bearer, message, 403)
}
