import type { Tx } from '../../platform/db.ts'
import { sql } from '../../platform/sql.ts'
import { bearerClaims, lockBearer } from '../bearer.ts'
import type { Caller, IdentityDeps } from '../deps.ts'
import { describeFactor, type Factor } from '../factors.ts'
import { queueNotice } from '../mails/queue-mail.ts'
import { takeToken } from '../rate-limits.ts'
import { refuseIdentity } from '../refusals.ts'
import { requireRecentProof } from '../second-factor.ts'
import type { User } from '../users.ts'
import { ownFactor } from './own-factor.ts'
import { downgradeSessions } from './upgrade-session.ts'

const recoveryCodesHaveTheirOwn =
  'Recovery codes cannot be unenrolled with this endpoint, use DELETE /factors/recovery-codes'

/**
 * Removes one of the bearer's factors; sessions that proved it return to aal1. Recovery codes are removed with the last
 * other factor. Refuses over_request_rate_limit, validation_failed (404; 422 for recovery codes), mfa_factor_not_found
 * and insufficient_aal (422: a verified factor, and a session that proved none within the last hour).
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
    if (own.factor_type === 'recovery_code')
      refuseIdentity('validation_failed', recoveryCodesHaveTheirOwn, { status: 422 })
    if (own.status === 'verified') requireRecentProof(bearer, 'AAL2 required to unenroll verified factor', 422)
    await removeFactor(deps, tx, bearer.user, own)
    return own
  })
  deps.mails?.poke()
  const { user_id, session_id } = claims
  const about = { user_id, session_id, factor_id: factor.id, was: factor.status, peer: caller.peer }
  caller.log.info({ event: 'factor_removed', ...about }, 'second factor removed')
  return { id: factor.id }
}

/**
 * Removes a user's factor, revokes what sessions proved with it, and notifies its owner if it was verified. Recovery
 * codes that would remain alone are removed too. The caller holds the user's lock.
 */
export async function removeFactor(
  deps: Pick<IdentityDeps, 'mails'>,
  tx: Tx,
  user: User,
  factor: Pick<Factor, 'id' | 'status' | 'factor_type' | 'friendly_name'>,
): Promise<void> {
  await dropFactor(tx, factor.id)
  if (factor.status === 'unverified') return
  await queueNotice(tx, deps, user, 'factor_removed', { credential: describeFactor(factor) })
  const alone = await tx.maybe(sql<{ id: string }>`
    select r.id from auth.factors r where r.user_id = ${user.id} and r.factor_type = 'recovery_code' and not exists (
      select from auth.factors f where f.user_id = r.user_id and f.status = 'verified' and f.id <> r.id)`)
  if (alone) await dropFactor(tx, alone.id)
}

async function dropFactor(tx: Tx, factor_id: string): Promise<void> {
  await downgradeSessions(tx, factor_id)
  await tx.run(sql`delete from auth.factors where id = ${factor_id}`)
}
