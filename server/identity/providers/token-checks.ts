import { createHash } from 'node:crypto'
import type { JWTPayload } from 'jose'
import { ProviderError } from './provider-error.ts'

/** A token for several clients must name one of ours as its recipient (OpenID Connect Core, 3.1.3.7). */
export function requireParty({ aud, azp }: JWTPayload, clientIds: readonly string[]): void {
  const isForSeveral = Array.isArray(aud) && aud.length > 1
  if ((isForSeveral || azp !== undefined) && !clientIds.some((id) => id === azp))
    throw new ProviderError('refused', 'the ID token is for another client')
}

/** The token's hash of the access token, where it has one (OpenID Connect Core, 3.2.2.9). */
export function requireAccessToken({ at_hash }: JWTPayload, algorithm: string, access_token: string): void {
  if (at_hash === undefined) return
  const bits = /(256|384|512)$/.exec(algorithm)?.[1] ?? '512'
  const hash = createHash(`sha${bits}`).update(access_token).digest()
  if (hash.subarray(0, hash.length / 2).toString('base64url') !== at_hash)
    throw new ProviderError('refused', 'the access token is not the one of the ID token')
}
