import { sql } from 'kysely'
import type { z } from 'zod'
import type { Tx } from '../platform/db.ts'
import { bearerClaims, bearerUser, type Bearer } from './bearer.ts'
import type { Caller, IdentityDeps } from './deps.ts'
import { normalEmail, requireSmallMetadata, type changeUserInput } from './inputs.ts'
import { requireGoodPassword } from './password-rules.ts'
import { fillBucket, takeToken } from './rate-limits.ts'
import { refuseIdentity } from './refusals.ts'
import { endSessionsOf } from './sessions.ts'
import { passwordAttempts } from './sign-in.ts'
import { findUser, lockUser, userAnswer, type User } from './users.ts'

type ChangeUser = z.output<typeof changeUserInput>

/** The bearer as GoTrue's clients know it. */
export async function readUser(deps: IdentityDeps, authorization: string | undefined) {
  const claims = await bearerClaims(deps, authorization)
  const { user } = await deps.db.transaction(null, (tx) => bearerUser(tx, claims), { readOnly: true })
  return userAnswer(user)
}

/**
 * Changes the bearer's password or metadata (metadata is merged; a null removes its key). A new password ends all *other* sessions.
 * Refuses, in this order: over_request_rate_limit, not_admin, phone_provider_disabled, an address change (it needs both mailboxes
 * to confirm), validation_failed, weak_password, current_password_required or _invalid (a session older than an hour must give the
 * old password; one that is given must be right), same_password.
 */
export async function changeUser(
  deps: IdentityDeps,
  caller: Caller,
  authorization: string | undefined,
  input: ChangeUser,
) {
  const { db, config } = deps
  const claims = await bearerClaims(deps, authorization)
  await takeToken(db, `change_user:${caller.peer}`, config.rates.changeUserByPeer)
  const bearer = await db.transaction(null, (tx) => bearerUser(tx, claims), { readOnly: true })
  if (input.app_metadata !== undefined) refuseIdentity('not_admin')
  if (input.phone !== '') refuseIdentity('phone_provider_disabled')
  if (input.email !== '' && normalEmail(input.email) !== bearer.user.email) {
    refuseIdentity('validation_failed', 'The email address cannot be changed without a mail server')
  }
  const password_hash = await newPasswordHash(deps, caller, bearer, input)
  const user = await db.transaction(null, async (tx) => {
    const known = await lockUser(tx, bearer.user.id)
    if (!known) refuseIdentity('user_not_found')
    // The session may have ended while the new password was hashed: another one changed it first.
    await bearerUser(tx, claims)
    if (password_hash !== undefined) {
      await tx.run(sql`update auth.users set password_hash = ${password_hash} where id = ${known.id}`)
      await endSessionsOf(tx, known.id, 'password_changed', claims.session_id)
    }
    return mergeMetadata(tx, known, input.data)
  })
  const { user_id, session_id } = claims
  const event = password_hash === undefined ? 'user_changed' : 'password_changed'
  caller.log.info({ event, user_id, session_id, peer: caller.peer }, 'user changed')
  return userAnswer(user)
}

async function newPasswordHash(
  deps: IdentityDeps,
  caller: Caller,
  { user, session_is_fresh }: Bearer,
  input: ChangeUser,
): Promise<string | undefined> {
  if (typeof input.password !== 'string') return undefined
  requireGoodPassword(input.password, user.email, deps.config.passwordMinCharacters)
  if (input.current_password !== '') await requireCurrentPassword(deps, caller, user, input.current_password)
  else if (!session_is_fresh) refuseIdentity('current_password_required')
  if (await deps.passwords.verify(input.password, user.password_hash)) refuseIdentity('same_password')
  return deps.passwords.hash(input.password)
}

/** Counts against the account like a sign-in, so that a stolen session is no way around the limit on guessing. */
async function requireCurrentPassword(deps: IdentityDeps, caller: Caller, user: User, password: string): Promise<void> {
  const attempts = await passwordAttempts(deps, caller, user.email)
  await takeToken(deps.db, attempts, deps.config.rates.passwordByAccount)
  if (!(await deps.passwords.verify(password, user.password_hash))) refuseIdentity('current_password_invalid')
  await fillBucket(deps.db, attempts)
}

async function mergeMetadata(tx: Tx, user: User, data: Record<string, unknown>): Promise<User> {
  const merged = Object.entries({ ...user.user_metadata, ...data }).filter(([, value]) => value !== null)
  const user_metadata = requireSmallMetadata(Object.fromEntries(merged))
  await tx.run(sql`
    update auth.users set user_metadata = ${JSON.stringify(user_metadata)}::jsonb, updated_at = clock_timestamp()
    where id = ${user.id}`)
  const changed = await findUser(tx, user.id)
  if (!changed) throw new Error('a user vanished under its lock')
  return changed
}
