import type { Tx } from '../../platform/db.ts'
import { sql } from '../../platform/sql.ts'
import { setPassword } from '../change-user.ts'
import { confirmUser } from '../confirm-user.ts'
import type { IdentityDeps } from '../deps.ts'
import { requireEmail, requireSmallMetadata } from '../inputs.ts'
import { queueMail } from '../mails/queue-mail.ts'
import { voidTokens } from '../one-time-tokens.ts'
import { requireGoodPassword } from '../password-rules.ts'
import { refuseIdentity } from '../refusals.ts'
import { endSessionsOf } from '../sessions.ts'
import { lockUser, readUser, type User, userAnswer } from '../users.ts'
import { findAnyUser } from './find-user.ts'
import { banSeconds, ownMetadata, refuseWhatIsFixed, type AdminUserInput } from './inputs.ts'

/**
 * Changes a user as an administrator: the user isn't asked for anything, and a new password or a ban ends all their
 * sessions. Refuses, in this order: user_not_found, phone_provider_disabled, validation_failed, weak_password,
 * email_exists.
 */
export async function updateUser(deps: IdentityDeps, id: string, input: AdminUserInput) {
  const found = await deps.db.transaction(null, (tx) => findAnyUser(tx, id), { readOnly: true })
  refuseWhatIsFixed(input)
  const email = input.email === '' ? found.email : requireEmail(input.email)
  const banned = banSeconds(input.ban_duration)
  const password_hash = await newHash(deps, email, input.password)
  const scope = { org_id: found.own_org_id, user_id: found.id }
  const answer = await deps.db.transaction(scope, async (tx) => {
    const user = (await lockUser(tx, found.id)) ?? refuseIdentity('user_not_found', undefined, { status: 404 })
    if (email !== user.email) await changeAddress(deps, tx, user, email)
    if (password_hash !== undefined) await setPassword(deps, tx, { ...user, email }, password_hash, null)
    if (banned !== undefined) await ban(tx, user, banned)
    await mergeMetadata(tx, user, input)
    const changed = await readUser(tx, user.id)
    const confirms = input.email_confirm && changed.email_confirmed_at === null
    return userAnswer(confirms ? await confirmUser(tx, changed, { proven: false }) : changed)
  })
  deps.mails?.poke()
  return answer
}

async function newHash(
  deps: IdentityDeps,
  email: string,
  password: string | null | undefined,
): Promise<string | undefined> {
  if (typeof password !== 'string') return undefined
  requireGoodPassword(password, email, deps.config.passwordMinCharacters)
  return deps.passwords.hash(password)
}

async function changeAddress({ mails }: IdentityDeps, tx: Tx, user: User, email: string): Promise<void> {
  const { taken } = await tx.one(sql<{ taken: boolean }>`
    select exists (select from auth.users where email = ${email} and id <> ${user.id}) as taken`)
  if (taken) refuseIdentity('email_exists')
  await tx.run(sql`
    update auth.users set email = ${email}, email_proven_at = null, new_email = null, email_change_half = null where id = ${user.id}`)
  await voidTokens(tx, user.id)
  await tx.one(sql`select app.follow_email(${user.id})`)
  if (mails && user.email_confirmed_at !== null)
    await queueMail(tx, { kind: 'email_changed', email: user.email, user_id: user.id, details: { new_email: email } })
}

async function ban(tx: Tx, user: User, seconds: number): Promise<void> {
  await tx.run(sql`
    update auth.users
    set banned_until = case when ${seconds}::float8 > 0 then clock_timestamp() + make_interval(secs => ${seconds}) end
    where id = ${user.id}`)
  if (seconds > 0) await endSessionsOf(tx, user.id, 'banned')
}

async function mergeMetadata(tx: Tx, user: User, input: AdminUserInput): Promise<void> {
  const user_metadata = merged(user.user_metadata, input.user_metadata ?? {})
  const app_metadata = merged(user.app_metadata, ownMetadata(input.app_metadata ?? {}))
  await tx.run(sql`
    update auth.users
    set user_metadata = ${JSON.stringify(user_metadata)}::jsonb, app_metadata = ${JSON.stringify(app_metadata)}::jsonb,
      updated_at = clock_timestamp()
    where id = ${user.id}`)
}

/** A null removes its key. */
function merged(known: Record<string, unknown>, changes: Record<string, unknown>): Record<string, unknown> {
  const all = Object.entries({ ...known, ...changes }).filter(([, value]) => value !== null)
  return requireSmallMetadata(Object.fromEntries(all))
}
