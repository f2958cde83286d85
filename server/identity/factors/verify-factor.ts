import type { z } from 'zod'
import type { Tx } from '../../platform/db.ts'
import { sealedIn } from '../../platform/secret-key.ts'
import { sql } from '../../platform/sql.ts'
import { bearerClaims, bearerUser, lockBearer } from '../bearer.ts'
import type { Caller, IdentityDeps } from '../deps.ts'
import { describeFactor, type Factor } from '../factors.ts'
import type { verifyFactorInput } from '../inputs.ts'
import { queueNotice } from '../mails/queue-mail.ts'
import { fillBucket, takeToken } from '../rate-limits.ts'
import { refuseIdentity } from '../refusals.ts'
import { requireRecentProof } from '../second-factor.ts'
import { sessionAnswer } from '../session-answer.ts'
import { readUser, type User } from '../users.ts'
import { proveSecurityKey } from '../webauthn/security-key.ts'
import { requireChallenge, spendChallenge } from './challenges.ts'
import { factorBucket } from './factor-bucket.ts'
import { ownFactor, readFactorSecret } from './own-factor.ts'
import { stepOf } from './totp.ts'
import { upgradeSession } from './upgrade-session.ts'

/**
 * Proves a factor with a code, or with what a security key signed: the session is at aal2 from now on, with a new
 * refresh token, and the factor is verified when it was not. The user's other sessions at aal1 end, and other
 * unverified factors of the type are removed. A code works once, and so do those before it. Refuses, in this order:
 * over_request_rate_limit (by peer), validation_failed (404: not a uuid), mfa_factor_not_found, validation_failed (no
 * code), over_request_rate_limit (by factor), what `requireRecentProof` refuses for an unverified factor, what
 * `requireChallenge` refuses, mfa_verification_failed.
 */
export async function verifyFactor(
  deps: IdentityDeps,
  caller: Caller,
  authorization: string | undefined,
  factor_id: string,
  input: z.output<typeof verifyFactorInput>,
) {
  const { db, config, mails } = deps
  const claims = await bearerClaims(deps, authorization)
  await takeToken(db, `factors:${caller.peer}`, config.rates.factorsByPeer)
  const known = await db.transaction(null, async (tx) => ownFactor(await bearerUser(tx, claims), factor_id), {
    readOnly: true,
  })
  if (known.factor_type === 'recovery_code')
    refuseIdentity('validation_failed', 'factor_type needs to be totp, phone, or webauthn')
  const code = input.code.replaceAll(/\s/g, '')
  if (code === '' && known.factor_type === 'totp') refuseIdentity('validation_failed', 'Code needs to be non-empty')
  await takeToken(db, factorBucket(known.id), config.rates.codeByFactor)

  const opened = await db.transaction(null, async (tx) => {
    const bearer = await lockBearer(tx, claims)
    const factor = ownFactor(bearer, known.id)
    if (factor.status === 'unverified') requireRecentProof(bearer, 'AAL2 required to enroll a new factor', 403)
    const challenge = await requireChallenge(tx, factor.id, input.challenge_id, caller.peer)
    const isProven =
      factor.factor_type === 'totp'
        ? await spendCode(deps, tx, factor, code)
        : await proveSecurityKey(deps, caller, tx, factor, challenge.webauthn_challenge, {
            user_id: claims.user_id,
            webauthn: input.webauthn,
          })
    if (!isProven) return undefined
    await spendChallenge(tx, challenge.id)
    if (factor.status === 'unverified') await finishEnrollment(deps, tx, bearer.user, factor)
    await forgetUnfinished(tx, claims.user_id, factor)
    const session = await upgradeSession(tx, claims, factor.id, factor.factor_type === 'totp' ? 'totp' : 'mfa/webauthn')
    return { user: await readUser(tx, claims.user_id), session }
  })
  const about = { user_id: claims.user_id, session_id: claims.session_id, factor_id: known.id, peer: caller.peer }
  if (!opened) {
    caller.log.warn({ event: 'factor_refused', ...about }, 'a code of a second factor was refused')
    const message = known.factor_type === 'totp' ? undefined : 'WebAuthn credential could not be verified'
    return refuseIdentity('mfa_verification_failed', message)
  }
  await fillBucket(db, factorBucket(known.id))
  mails?.poke()
  caller.log.info({ event: 'factor_verified', ...about }, 'second factor proven')
  return sessionAnswer(deps, opened.user, opened.session)
}

/**
 * Uses up a code; false if it is wrong or was used. The caller holds the user's lock, so of two at once the second sees
 * the first.
 */
async function spendCode({ secrets, clock }: IdentityDeps, tx: Tx, factor: Factor, code: string): Promise<boolean> {
  const { sealed_secret, used_step } = await readFactorSecret(tx, factor.id)
  if (sealed_secret === null) throw new Error('a factor without a secret was asked for a code')
  const secret = secrets.open(sealed_secret, sealedIn('sealed_secret', factor.id))
  const step = stepOf(secret, code, clock().getTime(), used_step)
  if (step === undefined) return false
  await tx.run(sql`update auth.factors set used_step = ${step}, updated_at = clock_timestamp() where id = ${factor.id}`)
  return true
}

async function finishEnrollment(deps: IdentityDeps, tx: Tx, user: User, factor: Factor): Promise<void> {
  await tx.run(sql`
    update auth.factors set status = 'verified', verified_at = clock_timestamp(), updated_at = clock_timestamp()
    where id = ${factor.id}`)
  await queueNotice(tx, deps, user, 'factor_added', { credential: describeFactor(factor) })
}

async function forgetUnfinished(tx: Tx, user_id: string, factor: Factor): Promise<void> {
  await tx.run(sql`
    delete from auth.factors
    where user_id = ${user_id} and factor_type = ${factor.factor_type} and status = 'unverified' and id <> ${factor.id}`)
}
