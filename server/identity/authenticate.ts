import { errors, jwtVerify, type JWTVerifyOptions } from 'jose'
import { z } from 'zod'
import type { SessionClaims } from '../platform/access.ts'
import { isUuid } from '../platform/ids.ts'
import { refuse } from '../platform/refusal.ts'
import { signingAlgorithms } from './given-keys.ts'
import { keyOf, type SigningKeys } from './signing-keys.ts'

/**
 * The contents of a valid access token. `org_id` is the user's own organization, the default for requests that name
 * none.
 */
export type AccessClaims = SessionClaims & { email: string; org_id: string }

const uuid = z.string().refine(isUuid)
const claimsOfOurs = z.object({
  sub: uuid,
  session_id: uuid,
  email: z.string(),
  role: z.literal('authenticated'),
  aal: z.enum(['aal1', 'aal2']),
  aud: z.literal('authenticated'),
  app_metadata: z.object({ org_id: uuid }),
})

/** Longer tokens aren't ours (4 kB of user metadata, and room to spare). */
const tokenCharactersMax = 12_000

/**
 * Verifies an access token: signed by one of our keys, not expired, for this instance, naming a user and a session.
 * Anything else is refused with `bad_jwt`. Whether the session is still open is checked in the request's own
 * transaction (`app.access_check`).
 *
 * The key is chosen by `kid` and algorithm among our own only (a token without `kid`: the only key of its algorithm).
 * `jku`, `x5u` and `jwk` in the header are never read, and each key goes with one asymmetric algorithm, so neither
 * `none` nor an HMAC made with the public key passes.
 */
export async function verifyAccessToken(token: string, keys: SigningKeys): Promise<AccessClaims> {
  return (await verify(token, keys)).claims
}

/** How many verified tokens a server caches; the oldest is evicted first. */
const rememberedMax = 10_000

/**
 * Verifies like `verifyAccessToken` and caches the result until the token expires: checking a signature costs more than
 * everything else that the server itself does for a posting. Ended sessions and removed members are still refused by
 * the check in every request's transaction. `rememberedClaims` returns what is cached.
 */
export function rememberingVerifier(keys: SigningKeys) {
  const remembered = new Map<string, Verified>()
  const rememberedClaims = (token: string): AccessClaims | undefined => {
    const known = remembered.get(token)
    return known && known.expiresAtMs > Date.now() ? known.claims : undefined
  }
  return {
    rememberedClaims,
    async verifyAccessToken(token: string): Promise<AccessClaims> {
      const known = rememberedClaims(token)
      if (known) return known
      remembered.delete(token)
      const verified = await verify(token, keys)
      const [oldest] = remembered.keys()
      if (remembered.size >= rememberedMax && oldest !== undefined) remembered.delete(oldest)
      remembered.set(token, verified)
      return verified.claims
    },
  }
}

type Verified = { claims: AccessClaims; expiresAtMs: number }

async function verify(token: string, keys: SigningKeys): Promise<Verified> {
  if (token.length > tokenCharactersMax) refuseToken()
  try {
    const { payload } = await jwtVerify(
      token,
      (header) => keyOf(keys, header)?.publicKey ?? refuseToken(),
      verifyOptions(keys),
    )
    const claims = claimsOfOurs.safeParse(payload)
    if (!claims.success) refuseToken()
    const { sub, session_id, aal, email, app_metadata } = claims.data
    const expiresAtMs = (payload.exp ?? 0) * 1_000
    return { claims: { user_id: sub, session_id, aal, email, org_id: app_metadata.org_id }, expiresAtMs }
  } catch (error) {
    if (error instanceof errors.JOSEError) refuseToken()
    throw error
  }
}

function verifyOptions(keys: SigningKeys): JWTVerifyOptions {
  return {
    algorithms: [...signingAlgorithms],
    issuer: keys.issuer,
    audience: 'authenticated',
    typ: 'JWT',
    requiredClaims: ['exp', 'iat', 'sub'],
  }
}

function refuseToken(): never {
  refuse('bad_jwt')
}
