import type { Tx } from '../platform/db.ts'
import { Refusal } from '../platform/refusal.ts'
import { verifyAccessToken, type AccessClaims } from './authenticate.ts'
import type { IdentityDeps } from './deps.ts'
import { refuseIdentity } from './refusals.ts'
import { type Assurance, type Freshness, liveSession } from './sessions.ts'
import { findUser, lockUser, type User } from './users.ts'

/**
 * A session younger than this may change the password without the old one; a second factor proven within this time may
 * change factors.
 */
const freshMinutes = 60

export type Bearer = Readonly<{ user: User; session: Assurance & Freshness & { id: string } }>

/** The claims of the bearer token. Refuses no_authorization without one, bad_jwt with one that is not ours. */
export async function bearerClaims(deps: IdentityDeps, authorization: string | undefined): Promise<AccessClaims> {
  const token = bearerToken(authorization)
  try {
    return await verifyAccessToken(token, deps.keys)
  } catch (error) {
    if (error instanceof Refusal) refuseIdentity('bad_jwt')
    throw error
  }
}

/** The token of an `Authorization: Bearer` header. Refuses no_authorization. */
export function bearerToken(authorization: string | undefined): string {
  return /^Bearer (\S+)$/i.exec(authorization ?? '')?.[1] ?? refuseIdentity('no_authorization')
}

/** The user and open session that claims name. Refuses user_not_found, user_banned (403) and session_not_found. */
export async function bearerUser(tx: Tx, claims: AccessClaims): Promise<Bearer> {
  const [user, session] = await Promise.all([
    findUser(tx, claims.user_id),
    liveSession(tx, claims.session_id, claims.user_id, freshMinutes),
  ])
  if (!user || user.deleted_at !== null) refuseIdentity('user_not_found')
  if (user.is_banned) refuseIdentity('user_banned', undefined, { status: 403 })
  if (!session) refuseIdentity('session_not_found')
  // An access token issued before the second factor proves only what the session had proven then.
  const aal = claims.aal === 'aal2' ? session.aal : 'aal1'
  return { user, session: { id: claims.session_id, ...session, aal } }
}

/** The same under the user's lock, for changes to how they sign in: two such changes run one after the other. */
export async function lockBearer(tx: Tx, claims: AccessClaims): Promise<Bearer> {
  await lockUser(tx, claims.user_id)
  return bearerUser(tx, claims)
}
