import type { z } from 'zod'
import type { Tx } from '../../platform/db.ts'
import { sql } from '../../platform/sql.ts'
import { bearerClaims, bearerUser, lockBearer } from '../bearer.ts'
import type { Caller, IdentityDeps } from '../deps.ts'
import type { recoveryCodeInput } from '../inputs.ts'
import { queueNotice } from '../mails/queue-mail.ts'
import { fillBucket, takeToken } from '../rate-limits.ts'
import { refuseIdentity } from '../refusals.ts'
import { sessionAnswer } from '../session-answer.ts'
import { readUser } from '../users.ts'
import { factorBucket } from './factor-bucket.ts'
import { selectorCharacters } from './make-recovery-codes.ts'
import { codesLeft, recoveryFactor } from './recovery-codes.ts'
import { upgradeSession } from './upgrade-session.ts'

type Found = { factor_id: string; selector: string; code_hash: string }

/**
 * Uses up a recovery code instead of another second factor: the session reaches aal2, with all its effects
 * (`verifyFactor`). Letter case, spaces and hyphens don't matter. Refuses, in this order: over_request_rate_limit (by
 * peer), validation_failed (no code), mfa_recovery_codes_locked, mfa_verification_failed (wrong, used, or the user has
 * none: always the same, in the same time).
 */
export async function verifyRecoveryCode(
  deps: IdentityDeps,
  caller: Caller,
  authorization: string | undefined,
  input: z.output<typeof recoveryCodeInput>,
) {
  const { db, config, passwords, mails } = deps
  const claims = await bearerClaims(deps, authorization)
  await takeToken(db, `factors:${caller.peer}`, config.rates.factorsByPeer)
  const code = input.code.toLowerCase().replaceAll(/[\s-]/g, '')
  if (code === '') refuseIdentity('validation_failed', 'Code needs to be non-empty')
  const factor_id = await db.transaction(
    null,
    async (tx) => recoveryFactor((await bearerUser(tx, claims)).user)?.id ?? claims.user_id,
    { readOnly: true },
  )
  await takeToken(db, factorBucket(factor_id), config.rates.codeByFactor, 'mfa_recovery_codes_locked')

  const found = await db.transaction(null, (tx) => findCode(tx, factor_id, code), { readOnly: true })
  const right = await passwords.verify(code, found?.code_hash)
  const opened = await db.transaction(null, async (tx) => {
    const { user } = await lockBearer(tx, claims)
    if (!found || !right || !(await spendCode(tx, found))) return undefined
    const session = await upgradeSession(tx, claims, factor_id, 'mfa/recovery_code')
    await queueNotice(tx, deps, user, 'recovery_code_used', { codes_left: await codesLeft(tx, factor_id) })
    return { user: await readUser(tx, user.id), session }
  })
  const about = { user_id: claims.user_id, session_id: claims.session_id, factor_id, peer: caller.peer }
  if (!opened) {
    caller.log.warn({ event: 'recovery_code_refused', ...about }, 'a recovery code was refused')
    return refuseIdentity('mfa_verification_failed', 'Invalid recovery code entered')
  }
  await fillBucket(db, factorBucket(factor_id))
  mails?.poke()
  caller.log.warn({ event: 'recovery_code_used', ...about }, 'a recovery code was used')
  return sessionAnswer(deps, opened.user, opened.session)
}

function findCode(tx: Tx, factor_id: string, code: string): Promise<Found | undefined> {
  return tx.maybe(sql<Found>`
    select factor_id, selector, code_hash from auth.recovery_codes
    where factor_id = ${factor_id} and selector = ${code.slice(0, selectorCharacters).replaceAll('\0', '')} and used_at is null`)
}

/** False if another request was faster, or new codes replaced this one. */
async function spendCode(tx: Tx, { factor_id, selector, code_hash }: Found): Promise<boolean> {
  const used = await tx.run(sql`
    update auth.recovery_codes set used_at = clock_timestamp()
    where factor_id = ${factor_id} and selector = ${selector} and code_hash = ${code_hash} and used_at is null`)
  return used === 1
}
