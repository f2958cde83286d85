import { errors, jwtVerify, type JWTPayload } from 'jose'
import type { FastifyRequest } from 'fastify'
import { bearerToken } from '../bearer.ts'
import type { Caller, IdentityDeps } from '../deps.ts'
import { signingAlgorithms } from '../given-keys.ts'
import { refuseIdentity } from '../refusals.ts'
import { keyOf } from '../signing-keys.ts'

const adminRoles: readonly unknown[] = ['service_role', 'supabase_admin']

/** How long a token without an expiry is valid. */
const secondsWithoutExpiry = 86_400

/**
 * Admits a program of the operator: a token with an administrator's role, signed with one of the instance's keys (not a
 * retired one). It needs no session. Each use is logged. Refuses no_authorization, bad_jwt, and not_admin for any other
 * token.
 */
export async function requireAdmin(deps: IdentityDeps, caller: Caller, request: FastifyRequest): Promise<void> {
  const claims = await verifiedClaims(deps, bearerToken(request.headers.authorization))
  const { role, sub, jti } = claims
  const about = { method: request.method, path: request.url.split('?')[0], role, sub, jti, peer: caller.peer }
  if (!adminRoles.includes(role)) {
    caller.log.warn({ event: 'admin_refused', ...about }, 'admin request refused')
    refuseIdentity('not_admin', 'User not allowed')
  }
  caller.log.info({ event: 'admin_request', ...about }, 'admin request')
}

async function verifiedClaims({ keys, clock }: IdentityDeps, token: string): Promise<JWTPayload> {
  try {
    const { payload } = await jwtVerify(token, (header) => signingKey(keys, header), {
      algorithms: [...signingAlgorithms],
      currentDate: clock(),
    })
    if (payload.exp === undefined && !isYoung(payload.iat, clock())) refuseIdentity('bad_jwt')
    return payload
  } catch (error) {
    if (error instanceof errors.JOSEError) refuseIdentity('bad_jwt')
    throw error
  }
}

function signingKey(keys: IdentityDeps['keys'], header: { kid?: string; alg?: string }) {
  const key = keyOf(keys, header)
  return key && !key.retired ? key.publicKey : refuseIdentity('bad_jwt')
}

function isYoung(iat: number | undefined, now: Date): boolean {
  const age = now.getTime() / 1_000 - (iat ?? 0)
  return age >= -60 && age < secondsWithoutExpiry
}
