import { calculateJwkThumbprint, importJWK, type CryptoKey, type JWK } from 'jose'

export const signingAlgorithms = ['ES256', 'RS256'] as const
export type SigningAlgorithm = (typeof signingAlgorithms)[number]

/** A private key and the half of it that is published. */
export type KeyPair = Readonly<{
  kid: string
  algorithm: SigningAlgorithm
  privateKey: CryptoKey
  publicKey: CryptoKey
  publicJwk: JWK
}>

const sentence = (problem: string) =>
  new Error(
    `AUTH_JWT_KEYS must be a JWKS of private ES256 or RS256 keys ({"keys":[…]}), the one that signs first: ${problem}.`,
  )

/**
 * Reads `AUTH_JWT_KEYS`: a JWKS, a list of JWKs or a single one, private, P-256 or RSA of at least 2,048 bits. A key
 * without `kid` gets its thumbprint (RFC 7638). Throws a sentence that never quotes the keys.
 */
export function readGivenKeys(text: string | undefined): JWK[] {
  if (!text) return []
  const given = parseKeys(text)
  if (given.length === 0) throw sentence('it holds no key')
  for (const jwk of given) {
    const isPrivate = typeof jwk.d === 'string'
    const algorithm = algorithmOf(jwk)
    if (!algorithm) throw sentence('it holds a key of another kind')
    if (!isPrivate) throw sentence('it holds a public key')
    if (algorithm === 'RS256' && Buffer.from(jwk.n ?? '', 'base64url').length < 256)
      throw sentence('it holds an RSA key of less than 2048 bits')
  }
  const kids = given.flatMap(({ kid }) => kid ?? [])
  if (new Set(kids).size < kids.length) throw sentence('it holds two keys with one kid')
  return given
}

function parseKeys(text: string): JWK[] {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw sentence('it is not JSON')
  }
  const holder = value as { keys?: unknown } | null
  const keys: unknown = Array.isArray(value) ? value : (holder?.keys ?? [value])
  if (!Array.isArray(keys) || keys.some((key) => typeof key !== 'object' || key === null))
    throw sentence('it is not a list of keys')
  return keys as JWK[]
}

function algorithmOf({ kty, crv, alg }: JWK): SigningAlgorithm | undefined {
  if (kty === 'EC' && crv === 'P-256' && (alg ?? 'ES256') === 'ES256') return 'ES256'
  if (kty === 'RSA' && (alg ?? 'RS256') === 'RS256') return 'RS256'
  return undefined
}

/** A private JWK, ready to sign, with its public half. */
export async function importKeyPair(jwk: JWK): Promise<KeyPair> {
  const algorithm = algorithmOf(jwk)
  if (!algorithm) throw new Error('a signing key of an unknown kind')
  const numbers = publicNumbers(jwk)
  const kid = jwk.kid ?? (await calculateJwkThumbprint(numbers))
  const publicJwk = { ...numbers, kid, alg: algorithm, use: 'sig', key_ops: ['verify'] }
  const { key_ops: _, use: __, ...privateJwk } = jwk
  return {
    kid,
    algorithm,
    publicJwk,
    privateKey: await importKey(privateJwk, algorithm),
    publicKey: await importKey(publicJwk, algorithm),
  }
}

/** The members of the public key: anything not on this list is never published. */
function publicNumbers({ kty, crv, x, y, n, e }: JWK): JWK {
  return (kty === 'EC' ? { kty, crv, x, y } : { kty, n, e }) as JWK
}

export async function importKey(jwk: JWK, algorithm: SigningAlgorithm): Promise<CryptoKey> {
  const key = await importJWK(jwk, algorithm)
  if (key instanceof Uint8Array) throw new Error('a signing key cannot be symmetric')
  return key
}
