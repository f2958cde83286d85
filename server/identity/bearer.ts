import type { Tx } from '../platform/db.ts'
import { Refusal } from '../platform/refusal.ts'
import { verifyAccessToken, type AccessClaims } from './authenticate.ts'
import type { IdentityDeps } from './deps.ts'
import { refuseIdentity } from './refusals.ts'
import { liveSession } from './sessions.ts'
import { findUser, type User } from './users.ts'

/** A session that is younger than this may change the password without giving the old one. */
const freshMinutes = 60

export type Bearer = { user: User; session_id: string; session_is_fresh: boolean }

/** The claims of the bearer token. Refuses no_authorization without one, bad_jwt with one that is not ours. */
export async function bearerClaims(deps: IdentityDeps, authorization: string | undefined): Promise<AccessClaims> {
  const token = /^Bearer (\S+)$/i.exec(authorization ?? '')?.[1]
  if (!token) refuseIdentity('no_authorization')
  try {
    return await verifyAccessToken(token, deps.keys)
  } catch (error) {
    if (error instanceof Refusal) refuseIdentity('bad_jwt')
    throw error
  }
}

/** The user and live session that claims speak of. Refuses user_not_found and session_not_found. */
export async function bearerUser(tx: Tx, claims: AccessClaims): Promise<Bearer> {
  const [user, session] = await Promise.all([
    findUser(tx, claims.user_id),
    liveSession(tx, claims.session_id, claims.user_id, freshMinutes),
  ])
  if (!user) refuseIdentity('user_not_found')
  if (!session) refuseIdentity('session_not_found')
  return { user, session_id: claims.session_id, session_is_fresh: session.is_fresh }
}
