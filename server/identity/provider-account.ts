import type { Tx } from '../platform/db.ts'
import { sql } from '../platform/sql.ts'
import { confirmUser } from './confirm-user.ts'
import type { IdentityDeps } from './deps.ts'
import { keepIdentity, metadataOf, ownerOfIdentity } from './identities.ts'
import { requireEmail } from './inputs.ts'
import { queueMail } from './mails/queue-mail.ts'
import type { ProviderClaims } from './providers/provider-claims.ts'
import { refuseIdentity } from './refusals.ts'
import { findUserByEmail, lockUser, readUser, type User } from './users.ts'

/** In case the person is new: ids (the transaction works for this organization) and the browser's time zone. */
export type NewPerson = Readonly<{ user_id: string; org_id: string; time_zone: string | null }>

type Deps = Pick<IdentityDeps, 'config' | 'mails'>

/**
 * The user that an account at a provider signs in: the one it is linked to; else the one with its address, if the
 * provider says that the address is verified and our own email confirmed it (then the account is linked, and the owner
 * notified by email); else a new one. An address alone opens nothing. Refuses, in this order: user_banned (403),
 * email_address_not_provided, provider_email_needs_verification, user_already_exists, signup_disabled.
 */
export async function signInAccount(
  deps: Deps,
  tx: Tx,
  provider: string,
  claims: ProviderClaims,
  person: NewPerson,
): Promise<User> {
  const user =
    (await linkedUser(tx, provider, claims)) ??
    (await userOfAddress(deps, tx, provider, claims)) ??
    (await newUser(deps, tx, provider, claims, person)) ??
    (await linkedUser(tx, provider, claims)) ??
    refuseTaken(provider)
  if (user.is_banned) refuseIdentity('user_banned', undefined, { status: 403 })
  if (!(await keepIdentity(tx, user.id, provider, claims))) refuseIdentity('identity_already_exists')
  return readUser(tx, user.id)
}

/**
 * Links an account at a provider to a signed-in user who asked for it, and notifies their mailbox. Refuses
 * identity_already_exists if it is linked to another user.
 */
export async function linkAccount(
  { mails }: Pick<IdentityDeps, 'mails'>,
  tx: Tx,
  user_id: string,
  provider: string,
  claims: ProviderClaims,
): Promise<User> {
  const user = (await lockUser(tx, user_id)) ?? refuseIdentity('user_not_found')
  const owner = await ownerOfIdentity(tx, provider, claims)
  if (!(await keepIdentity(tx, user_id, provider, claims)))
    refuseIdentity('identity_already_exists', 'Identity is already linked to another user')
  if (owner === undefined) await tellLinked(mails, tx, user, provider)
  return readUser(tx, user_id)
}

async function linkedUser(tx: Tx, provider: string, claims: ProviderClaims): Promise<User | undefined> {
  const owner = await ownerOfIdentity(tx, provider, claims)
  return owner === undefined ? undefined : lockUser(tx, owner)
}

/** Undefined if the address is unknown or has only a pending sign-up, which is replaced. */
async function userOfAddress(
  { mails }: Deps,
  tx: Tx,
  provider: string,
  claims: ProviderClaims,
): Promise<User | undefined> {
  const email = verifiedEmail(provider, claims)
  await tx.run(sql`
    delete from auth.users
    where email = ${email} and email_confirmed_at is null and invited_at is null and (password_unproven or password_hash is null)`)
  const found = await findUserByEmail(tx, email)
  const user = found && (await lockUser(tx, found.id))
  if (!user) return undefined
  // Created or linked by another tab that returned at the same moment.
  const linked = await linkedUser(tx, provider, claims)
  if (linked) return linked
  if (user.is_banned) refuseIdentity('user_banned', undefined, { status: 403 })
  if (user.email !== email || user.email_confirmed_at === null || user.email_proven_at === null) refuseTaken(provider)
  await tellLinked(mails, tx, user, provider)
  return user
}

function verifiedEmail(provider: string, { email, email_verified }: ProviderClaims): string {
  if (email === '') {
    refuseIdentity(
      'email_address_not_provided',
      `${provider} didn’t share an email address. Allow it to share yours and try again.`,
    )
  }
  if (!email_verified) {
    refuseIdentity(
      'provider_email_needs_verification',
      `Your email address isn’t verified at ${provider}. Verify it there and try again.`,
    )
  }
  return requireEmail(email)
}

function refuseTaken(provider: string): never {
  refuseIdentity(
    'user_already_exists',
    `An account with this email address already exists. Sign in to it, then link ${provider} in your profile.`,
  )
}

/** Undefined when the address was taken at the same moment. */
async function newUser(
  { config }: Deps,
  tx: Tx,
  provider: string,
  claims: ProviderClaims,
  { user_id, org_id, time_zone }: NewPerson,
): Promise<User | undefined> {
  if (!config.signUpAllowed) refuseIdentity('signup_disabled')
  const email = verifiedEmail(provider, claims)
  const metadata = { ...metadataOf(claims), ...(time_zone !== null && { time_zone }) }
  const inserted = await tx.run(sql`
    insert into auth.users (id, email, user_metadata, own_org_id)
    values (${user_id}, ${email}, ${JSON.stringify(metadata)}::jsonb, ${org_id})
    on conflict (email) do nothing`)
  if (inserted === 0) return undefined
  // The provider vouches for the address. Our own email hasn't proven it, so it admits no other provider.
  return confirmUser(tx, await readUser(tx, user_id), { proven: false })
}

async function tellLinked(mails: IdentityDeps['mails'], tx: Tx, { id, email }: User, provider: string): Promise<void> {
  if (mails) await queueMail(tx, { kind: 'identity_linked', email, user_id: id, details: { provider } })
}
