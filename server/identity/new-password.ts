import type { Bearer } from './bearer.ts'
import type { Caller, IdentityDeps } from './deps.ts'
import { requireGoodPassword } from './password-rules.ts'
import { fillBucket, takeToken } from './rate-limits.ts'
import { spendNonce } from './spend-nonce.ts'
import { refuseIdentity } from './refusals.ts'
import { passwordAttempts } from './sign-in.ts'
import type { User } from './users.ts'

type PasswordChange = Readonly<{ password?: string | null | undefined; current_password: string; nonce: string }>

/**
 * The hash of a bearer's new password; undefined if none is requested. A session older than an hour must provide the
 * current password, or the code of a reauthentication email. Refuses, in this order: validation_failed, weak_password,
 * current_password_invalid, same_password; current_password_required or, if there is no password yet,
 * reauthentication_needed; reauthentication_not_valid.
 */
export async function newPasswordHash(
  deps: IdentityDeps,
  caller: Caller,
  { user, session }: Bearer,
  { password, current_password, nonce }: PasswordChange,
): Promise<string | undefined> {
  if (typeof password !== 'string') return undefined
  requireGoodPassword(password, user.email, deps.config.passwordMinCharacters)
  if (current_password !== '') await requireCurrentPassword(deps, caller, user, current_password)
  else if (nonce === '' && !session.is_fresh) {
    refuseIdentity(user.password_hash === null ? 'reauthentication_needed' : 'current_password_required')
  }
  if (user.password_hash !== null && (await deps.passwords.verify(password, user.password_hash))) {
    refuseIdentity('same_password')
  }
  // Last of all: a code works once, and must not be wasted on a password that is refused.
  if (current_password === '' && nonce !== '') await spendNonce(deps, user, nonce)
  return deps.passwords.hash(password)
}

/**
 * Refuses over_request_rate_limit and current_password_invalid. Counts against the account like a sign-in, so a stolen
 * session can't avoid the limit on guessing.
 */
export async function requireCurrentPassword(
  deps: IdentityDeps,
  caller: Caller,
  user: User,
  password: string,
): Promise<void> {
  const attempts = await passwordAttempts(deps, caller, user.email)
  await takeToken(deps.db, attempts, deps.config.rates.passwordByAccount)
  if (!(await deps.passwords.verify(password, user.password_hash ?? undefined)))
    refuseIdentity('current_password_invalid')
  await fillBucket(deps.db, attempts)
}
