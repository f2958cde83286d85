import { sql } from 'kysely'
import type { Tx } from '../platform/db.ts'

/** A row of auth.users. */
export type User = {
  id: string
  email: string
  password_hash: string
  email_confirmed_at: string | null
  last_sign_in_at: string | null
  user_metadata: Record<string, unknown>
  own_org_id: string
  created_at: string
  updated_at: string
}

const columns = sql`
  u.id, u.email, u.password_hash, u.email_confirmed_at, u.last_sign_in_at, u.user_metadata, u.own_org_id, u.created_at, u.updated_at`

export function findUserByEmail(tx: Tx, email: string): Promise<User | undefined> {
  return tx.maybe(sql<User>`select ${columns} from auth.users u where u.email = ${email}`)
}

export function findUser(tx: Tx, id: string): Promise<User | undefined> {
  return tx.maybe(sql<User>`select ${columns} from auth.users u where u.id = ${id}`)
}

/** The same user, locked until the transaction ends: two changes of one user take turns. */
export function lockUser(tx: Tx, id: string): Promise<User | undefined> {
  return tx.maybe(sql<User>`select ${columns} from auth.users u where u.id = ${id} for update`)
}

/** Metadata that only the server writes; authorisation never reads the user's own `user_metadata`. */
export function appMetadata(user: User): Record<string, unknown> {
  return { provider: 'email', providers: ['email'], org_id: user.own_org_id }
}

/** The user as GoTrue's clients know it: no hash, `phone` always a text, one identity for the e-mail. */
export function userAnswer(user: User) {
  return {
    id: user.id,
    aud: 'authenticated',
    role: 'authenticated',
    email: user.email,
    email_confirmed_at: user.email_confirmed_at,
    phone: '',
    confirmed_at: user.email_confirmed_at,
    last_sign_in_at: user.last_sign_in_at,
    app_metadata: appMetadata(user),
    user_metadata: user.user_metadata,
    identities: [
      {
        identity_id: user.id,
        id: user.id,
        user_id: user.id,
        identity_data: {
          sub: user.id,
          email: user.email,
          email_verified: user.email_confirmed_at !== null,
          phone_verified: false,
        },
        provider: 'email',
        last_sign_in_at: user.last_sign_in_at,
        created_at: user.created_at,
        updated_at: user.updated_at,
        email: user.email,
      },
    ],
    factors: [],
    created_at: user.created_at,
    updated_at: user.updated_at,
    is_anonymous: false,
  }
}
