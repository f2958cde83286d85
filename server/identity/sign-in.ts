import type { z } from 'zod'
import type { Caller, IdentityDeps } from './deps.ts'
import { normalEmail, type passwordGrantInput } from './inputs.ts'
import { weaknessOf } from './password-rules.ts'
import { accountKey, fillBucket, takeToken } from './rate-limits.ts'
import { refuseIdentity } from './refusals.ts'
import { deviceHash, knowsDevice } from './remembered-devices.ts'
import { sessionAnswer } from './session-answer.ts'
import { knowsPeer, openSession } from './sessions.ts'
import { findUserByEmail, lockUser, readUser } from './users.ts'

/**
 * Signs in with address and password. Refuses, in this order: over_request_rate_limit (by peer), validation_failed,
 * phone_provider_disabled, over_request_rate_limit (by account), invalid_credentials; after the right password
 * user_banned and email_not_confirmed. An unknown address takes the same steps as a wrong password, the hash included,
 * and answers the same.
 */
export async function signIn(deps: IdentityDeps, caller: Caller, input: z.output<typeof passwordGrantInput>) {
  const { db, config, passwords } = deps
  await takeToken(db, `sign_in:${caller.peer}`, config.rates.signInByPeer)
  if (input.email === '' && input.phone === '') refuseIdentity('validation_failed', 'missing email or phone')
  if (input.email === '') refuseIdentity('phone_provider_disabled')
  const email = normalEmail(input.email)
  const attempts = await passwordAttempts(deps, caller, email)
  await takeToken(db, attempts, config.rates.passwordByAccount)

  const known = await db.transaction(null, (tx) => findUserByEmail(tx, email), { readOnly: true })
  const right = await passwords.verify(input.password, known?.password_hash ?? undefined)
  if (!right || !known) return refuseCredentials(caller, email)
  if (known.is_banned) refuseIdentity('user_banned')
  if (known.email_confirmed_at === null) refuseIdentity('email_not_confirmed')

  const opened = await db.transaction(null, async (tx) => {
    // The hash again, because the password may have changed in between.
    const user = await lockUser(tx, known.id)
    if (user?.password_hash !== known.password_hash) return undefined
    const session = await openSession(tx, known.id, caller, 'password')
    return { user: await readUser(tx, known.id), session }
  })
  if (!opened) return refuseCredentials(caller, email)
  await fillBucket(db, attempts)
  const { user, session } = opened
  caller.log.info({ event: 'signed_in', user_id: user.id, session_id: session.id, peer: caller.peer }, 'signed in')
  return sessionAnswer(deps, user, session, weaknessOf(input.password, email, config.passwordMinCharacters))
}

/**
 * The bucket that counts password attempts on an account. A browser that its owner has signed in with has a separate
 * one, and so has a peer that the account knows: many wrong passwords from strangers don't lock the owner out, not even
 * from behind the owner's own router.
 */
export async function passwordAttempts(deps: IdentityDeps, caller: Caller, email: string): Promise<string> {
  const { device, peer } = caller
  const [isOwnDevice, isOwnPeer] = await deps.db.transaction(
    null,
    (tx) => Promise.all([knowsDevice(tx, email, device), knowsPeer(tx, email, peer)]),
    { readOnly: true },
  )
  const account = `password:${accountKey(email)}`
  if (isOwnDevice) return `${account}:device:${deviceHash(device).toString('base64url')}`
  return isOwnPeer ? `${account}:${peer}` : account
}

function refuseCredentials(caller: Caller, email: string): never {
  const account = accountKey(email)
  caller.log.warn({ event: 'sign_in_refused', account, peer: caller.peer }, 'sign-in refused')
  refuseIdentity('invalid_credentials')
}
