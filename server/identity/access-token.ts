import { SignJWT } from 'jose'
import type { Assurance } from './sessions.ts'
import type { SigningKeys } from './signing-keys.ts'
import { appMetadata, type User } from './users.ts'

export type AccessToken = { token: string; expires_at: number }

/**
 * Signs an access token for a session, with the claims that GoTrue's clients read. `expires_at` is in Unix seconds.
 * `amr` contains how and when the session began, not when the token was refreshed.
 */
export async function signAccessToken(
  keys: SigningKeys,
  user: User,
  session: Assurance & { id: string },
  now: Date,
  lifeSeconds: number,
): Promise<AccessToken> {
  const issuedAt = Math.floor(now.getTime() / 1000)
  const expiresAt = issuedAt + lifeSeconds
  const token = await new SignJWT({
    email: user.email,
    phone: '',
    role: 'authenticated',
    aal: session.aal,
    amr: session.amr,
    session_id: session.id,
    is_anonymous: false,
    app_metadata: appMetadata(user),
    user_metadata: user.user_metadata,
  })
    .setProtectedHeader({ alg: keys.current.algorithm, kid: keys.current.kid, typ: 'JWT' })
    .setIssuer(keys.issuer)
    .setAudience('authenticated')
    .setSubject(user.id)
    .setIssuedAt(issuedAt)
    .setExpirationTime(expiresAt)
    .sign(keys.current.privateKey)
  return { token, expires_at: expiresAt }
}
