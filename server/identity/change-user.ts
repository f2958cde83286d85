import type { z } from 'zod'
import type { Tx } from '../platform/db.ts'
import { sql } from '../platform/sql.ts'
import { bearerClaims, bearerUser } from './bearer.ts'
import { cancelAddressChange, startAddressChange } from './change-address.ts'
import type { Caller, IdentityDeps } from './deps.ts'
import { requireEmail, requireSmallMetadata, type changeUserInput } from './inputs.ts'
import { queueNotice } from './mails/queue-mail.ts'
import { newPasswordHash } from './new-password.ts'
import { voidTokens } from './one-time-tokens.ts'
import { takeToken } from './rate-limits.ts'
import { refuseIdentity } from './refusals.ts'
import { forgetDevices } from './remembered-devices.ts'
import { requireSecondFactor } from './second-factor.ts'
import { endSessionsOf } from './sessions.ts'
import { lockUser, readUser, userAnswer, type User } from './users.ts'

type ChangeUser = z.output<typeof changeUserInput>

/** The bearer in the format of GoTrue's clients. */
export async function readBearer(deps: IdentityDeps, authorization: string | undefined) {
  const claims = await bearerClaims(deps, authorization)
  const read = async (tx: Tx) => userAnswer((await bearerUser(tx, claims)).user)
  return deps.db.transaction(null, read, { readOnly: true })
}

/**
 * Changes the bearer's password or metadata (metadata is merged; a null removes its key), or begins a change of
 * address, which both mailboxes confirm; requesting the current address cancels an unconfirmed change. A new password
 * ends all *other* sessions and voids every outstanding link and code. Refuses, in this order: over_request_rate_limit,
 * not_admin, phone_provider_disabled, validation_failed (address, challenge), insufficient_aal,
 * over_email_send_rate_limit, email_exists (without email); then what `newPasswordHash` refuses; then validation_failed
 * (metadata).
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
  const email = input.email === '' ? undefined : requireEmail(input.email)
  const changesAddress = email !== undefined && email !== bearer.user.email
  const keepsAddress = email === bearer.user.email && bearer.user.new_email !== null
  const changesPassword = typeof input.password === 'string'
  if (changesAddress || keepsAddress || changesPassword) requireSecondFactor(bearer)
  const change = changesAddress ? await startAddressChange(deps, caller, bearer.user, email, input) : undefined
  const password_hash = await newPasswordHash(deps, caller, bearer, input)
  const answer = await db.transaction(null, async (tx) => {
    const known = await lockUser(tx, bearer.user.id)
    if (!known) refuseIdentity('user_not_found')
    // The session may have ended while the new password was hashed: another request changed it first.
    await bearerUser(tx, claims)
    if (password_hash !== undefined) {
      await setPassword(deps, tx, known, password_hash, { session_id: claims.session_id, device: caller.device })
    }
    if (change) await change(tx)
    if (keepsAddress) await cancelAddressChange(tx, known)
    return userAnswer(await mergeMetadata(tx, known, input.data))
  })
  deps.mails?.poke()
  const { user_id, session_id } = claims
  const event = password_hash === undefined ? 'user_changed' : 'password_changed'
  caller.log.info(
    { event, user_id, session_id, address: changesAddress || keepsAddress, peer: caller.peer },
    'user changed',
  )
  return answer
}

/** Sets a new password, ends the other sessions, forgets the other browsers, and notifies the mailbox. */
export async function setPassword(
  { mails }: Pick<IdentityDeps, 'mails'>,
  tx: Tx,
  user: User,
  password_hash: string,
  keeps: { session_id: string; device: string } | null,
): Promise<void> {
  await tx.run(sql`
    update auth.users set password_hash = ${password_hash}, password_unproven = false, updated_at = clock_timestamp() where id = ${user.id}`)
  await endSessionsOf(tx, user.id, 'password_changed', keeps?.session_id)
  await forgetDevices(tx, user.id, keeps?.device)
  await voidTokens(tx, user.id)
  await queueNotice(tx, { mails }, user, 'password_changed')
}

async function mergeMetadata(tx: Tx, user: User, data: Record<string, unknown>): Promise<User> {
  const merged = Object.entries({ ...user.user_metadata, ...data }).filter(([, value]) => value !== null)
  const user_metadata = requireSmallMetadata(Object.fromEntries(merged))
  await tx.run(sql`
    update auth.users set user_metadata = ${JSON.stringify(user_metadata)}::jsonb, updated_at = clock_timestamp()
    where id = ${user.id}`)
  return readUser(tx, user.id)
}
