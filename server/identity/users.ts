import type { Tx } from '../platform/db.ts'
import { sql } from '../platform/sql.ts'
import { factorAnswer, factorsColumn, type Factor } from './factors.ts'
import { identitiesColumn, identityAnswer, type LinkedIdentity } from './identities.ts'

/** A row of auth.users. */
export type User = {
  id: string
  email: string
  /** Null for people who were invited or sign in by link only. */
  password_hash: string | null
  /** The password is from a sign-up whose mailbox hasn't confirmed it: anyone may have chosen it. */
  password_unproven: boolean
  email_confirmed_at: string | null
  email_proven_at: string | null
  invited_at: string | null
  confirmation_sent_at: string | null
  recovery_sent_at: string | null
  reauthentication_sent_at: string | null
  new_email: string | null
  email_change_sent_at: string | null
  email_change_half: 'current' | 'new' | null
  last_sign_in_at: string | null
  banned_until: string | null
  is_banned: boolean
  deleted_at: string | null
  app_metadata: Record<string, unknown>
  user_metadata: Record<string, unknown>
  factors: Factor[]
  /** Accounts at providers that are linked to the user, oldest first. */
  identities: LinkedIdentity[]
  own_org_id: string
  created_at: string
  updated_at: string
}

const columns = sql`
  u.id, u.email, u.password_hash, u.password_unproven, u.email_confirmed_at, u.email_proven_at, u.invited_at,
  u.confirmation_sent_at, u.recovery_sent_at, u.reauthentication_sent_at, u.new_email, u.email_change_sent_at, u.email_change_half,
  u.last_sign_in_at, u.banned_until, coalesce(u.banned_until > clock_timestamp(), false) as is_banned, u.deleted_at,
  u.app_metadata, u.user_metadata, ${factorsColumn}, ${identitiesColumn}, u.own_org_id, u.created_at, u.updated_at`

export function findUserByEmail(tx: Tx, email: string): Promise<User | undefined> {
  return tx.maybe(sql<User>`select ${columns} from auth.users u where u.email = ${email}`)
}

export function findUser(tx: Tx, id: string): Promise<User | undefined> {
  return tx.maybe(sql<User>`select ${columns} from auth.users u where u.id = ${id}`)
}

/** The user, who must exist: written in the same transaction, or under its lock. */
export async function readUser(tx: Tx, id: string): Promise<User> {
  const user = await findUser(tx, id)
  if (!user) throw new Error('a user vanished under its lock')
  return user
}

/** The same user, locked until the transaction ends: two changes of one user run one after the other. */
export function lockUser(tx: Tx, id: string): Promise<User | undefined> {
  return tx.maybe(sql<User>`select ${columns} from auth.users u where u.id = ${id} for update`)
}

/** Whether an address has an account. A sign-up that never confirmed it doesn't withhold it from its owner. */
export async function isTaken(tx: Tx, email: string): Promise<boolean> {
  const holder = await findUserByEmail(tx, email)
  return holder !== undefined && holder.email_confirmed_at !== null
}

/** Users, newest first. */
export function listUsers(tx: Tx, limit: number, offset: number): Promise<User[]> {
  return tx.all(sql<User>`
    select ${columns} from auth.users u order by u.created_at desc, u.id desc limit ${limit} offset ${offset}`)
}

/** Metadata that only the server and its operator write; authorization never reads the user's own `user_metadata`. */
export function appMetadata(user: User): Record<string, unknown> {
  // A user whose address isn't confirmed has no organization yet.
  const organization = user.email_confirmed_at === null ? {} : { org_id: user.own_org_id }
  const used = [...new Set(identitiesOf(user).map(({ provider }) => provider))]
  const providers = used.length > 0 ? used : ['email']
  return { ...user.app_metadata, provider: providers[0], providers, ...organization }
}

/** The user in the format of GoTrue's clients: no hash, `phone` always a text, unset fields left out. */
export function userAnswer(user: User) {
  return {
    id: user.id,
    aud: 'authenticated',
    role: 'authenticated',
    email: user.email,
    phone: '',
    ...whatIsSet({
      email_confirmed_at: user.email_confirmed_at,
      invited_at: user.invited_at,
      confirmed_at: user.email_confirmed_at,
      confirmation_sent_at: user.confirmation_sent_at,
      recovery_sent_at: user.recovery_sent_at,
      new_email: user.new_email,
      email_change_sent_at: user.email_change_sent_at,
      reauthentication_sent_at: user.reauthentication_sent_at,
      last_sign_in_at: user.last_sign_in_at,
      banned_until: user.banned_until,
      deleted_at: user.deleted_at,
    }),
    app_metadata: appMetadata(user),
    user_metadata: user.user_metadata,
    identities: identitiesOf(user),
    factors: user.factors.map(factorAnswer),
    created_at: user.created_at,
    updated_at: user.updated_at,
    is_anonymous: false,
  }
}

function whatIsSet<T extends Record<string, string | null>>(values: T): Partial<Record<keyof T, string>> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null)) as Partial<
    Record<keyof T, string>
  >
}

/**
 * A user's identities, as GoTrue's clients know them: the address, once it is confirmed, and linked accounts. A sign-up
 * that awaits its email has none, so its response looks like the one for a taken address, a made-up user without
 * identities (docs/decisions/0202). The address of a person who signed up with a provider isn't an identity until they
 * have a password or our email has confirmed it.
 */
export function identitiesOf(user: User) {
  if (user.email_confirmed_at === null || user.deleted_at !== null) return []
  const linked = user.identities.map((identity) => identityAnswer(user.id, identity))
  const hasAddress = linked.length === 0 || user.password_hash !== null || user.email_proven_at !== null
  return hasAddress ? [addressIdentity(user), ...linked] : linked
}

function addressIdentity(user: User): ReturnType<typeof identityAnswer> {
  return {
    identity_id: user.id,
    id: user.id,
    user_id: user.id,
    identity_data: { sub: user.id, email: user.email, email_verified: true, phone_verified: false },
    provider: 'email',
    ...(user.last_sign_in_at !== null && { last_sign_in_at: user.last_sign_in_at }),
    created_at: user.created_at,
    updated_at: user.updated_at,
    email: user.email,
  }
}
