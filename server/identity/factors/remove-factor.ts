import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'
import { bearerClaims, lockBearer } from '../bearer.ts'
import type { Caller, IdentityDeps } from '../deps.ts'
import { takeToken } from '../rate-limits.ts'
import { refuseIdentity } from '../refusals.ts'
import { ownFactor } from './own-factor.ts'
import { downgradeSessions } from './upgrade-session.ts'

/**
 * Removes one of the bearer's factors; sessions that proved it are at aal1 again. Refuses over_request_rate_limit, validation_failed (404),
 * mfa_factor_not_found and insufficient_aal (422: a verified factor, and a session that proved none).
 */
export async function unenrollFactor(
  deps: IdentityDeps,
  caller: Caller,
  authorization: string | undefined,
  factor_id: string,
) {
  const claims = await bearerClaims(deps, authorization)
  await takeToken(deps.db, `factors:${caller.peer}`, deps.config.rates.factorsByPeer)
  const factor = await deps.db.transaction(null, async (tx) => {
    const bearer = await lockBearer(tx, claims)
    const own = ownFactor(bearer, factor_id)
    if (own.status === 'verified' && bearer.session.aal !== 'aal2') {
      refuseIdentity('insufficient_aal', 'AAL2 required to unenroll verified factor', { status: 422 })
    }
    await removeFactor(tx, own.id)
    return own
  })
  const { user_id, session_id } = claims
  const about = { user_id, session_id, factor_id: factor.id, was: factor.status, peer: caller.peer }
  caller.log.info({ event: 'factor_removed', ...about }, 'second factor removed')
  return { id: factor.id }
}

/** Removes a factor and takes back what sessions proved with it. The caller holds the user's lock. */
export async function removeFactor(tx: Tx, factor_id: string): Promise<void> {
  await downgradeSessions(tx, factor_id)
  await tx.run(sql`delete from auth.factors where id = ${factor_id}`)
}
