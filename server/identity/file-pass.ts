import { decodeJwt, errors, jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'
import type { SessionClaims } from '../platform/access.ts'
import { isUuid } from '../platform/ids.ts'
import { refuse } from '../platform/refusal.ts'
import { signingAlgorithms } from './given-keys.ts'
import { keyOf, type SigningKeys } from './signing-keys.ts'

/**
 * The file pass: a cookie that identifies the session of an `<img>` request, which can't send a header. It opens only
 * `/files` (its path, and an audience of its own), scripts can't read it, other sites' pages can't make the browser
 * send it, and it ends with its access token or session, whichever ends first (docs/decisions/0025).
 */
const cookieName = 'onhand-files'
const audience = 'files'
const path = '/files'

const uuid = z.string().refine(isUuid)
const claimsOfOurs = z.object({
  sub: uuid,
  session_id: uuid,
  aal: z.enum(['aal1', 'aal2']).default('aal1'),
  aud: z.literal(audience),
})

/** The `Set-Cookie` line that accompanies a new access token. */
export async function filePassCookie(keys: SigningKeys, accessToken: string, secure: boolean): Promise<string> {
  const { sub = '', session_id, aal, iat = 0, exp = 0 } = decodeJwt<{ session_id: string; aal: string }>(accessToken)
  const pass = await new SignJWT({ session_id, aal })
    .setProtectedHeader({ alg: keys.current.algorithm, kid: keys.current.kid, typ: 'JWT' })
    .setIssuer(keys.issuer)
    .setAudience(audience)
    .setSubject(sub)
    .setIssuedAt(iat)
    .setExpirationTime(exp)
    .sign(keys.current.privateKey)
  return cookie(pass, exp - iat, secure)
}

/** The `Set-Cookie` line of a sign-out. The pass itself ended with its session. */
export function noFilePassCookie(secure: boolean): string {
  return cookie('', 0, secure)
}

function cookie(value: string, seconds: number, secure: boolean): string {
  const attributes = `Path=${path}; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`
  return `${cookieName}=${value}; ${attributes}`
}

/**
 * The session named by the pass in a `Cookie` header. Refuses no_authorization and bad_jwt; the database knows whether
 * the session is open.
 */
export async function verifyFilePass(cookies: string | undefined, keys: SigningKeys): Promise<SessionClaims> {
  const pass = new RegExp(`(?:^|; )${cookieName}=([\\w.-]{1,4000})(?:;|$)`).exec(cookies ?? '')?.[1]
  if (!pass) refuse('no_authorization')
  try {
    const { payload } = await jwtVerify(pass, (header) => keyOf(keys, header)?.publicKey ?? refuse('bad_jwt'), {
      algorithms: [...signingAlgorithms],
      issuer: keys.issuer,
      audience,
      typ: 'JWT',
      requiredClaims: ['exp', 'iat', 'sub'],
    })
    const claims = claimsOfOurs.safeParse(payload)
    if (!claims.success) refuse('bad_jwt')
    return { user_id: claims.data.sub, session_id: claims.data.session_id, aal: claims.data.aal }
  } catch (error) {
    if (error instanceof errors.JOSEError) refuse('bad_jwt')
    throw error
  }
}
