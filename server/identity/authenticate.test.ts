import { createHmac, createPublicKey } from 'node:crypto'
import {
  base64url,
  decodeJwt,
  decodeProtectedHeader,
  exportJWK,
  generateKeyPair,
  importJWK,
  SignJWT,
  type JWK,
  type JWTPayload,
} from 'jose'
import { expect, test, vi } from 'vitest'
import { readMe } from '../../contract/me.ts'
import { testSecrets } from '../testing/app.ts'
import { identityServer, readUserWith, signedUp, testIdentityConfig } from '../testing/identity.ts'
import { rememberingVerifier, verifyAccessToken } from './authenticate.ts'
import { loadSigningKeys } from './signing-keys.ts'

const { url, db } = await identityServer()
const keys = await loadSigningKeys(db, testSecrets, testIdentityConfig)
const { session } = await signedUp(url)
const real = session.access_token
const claims = decodeJwt(real)
const header = decodeProtectedHeader(real)
const publicJwk = keys.jwks.keys[0] as JWK
const stranger = await generateKeyPair('ES256', { extractable: true })

const json = (value: unknown) => base64url.encode(JSON.stringify(value))

/** Signed with our own key, so that only the claims are wrong. */
function withClaims(changed: JWTPayload, changedHeader: object = {}): Promise<string> {
  return new SignJWT({ ...claims, ...changed })
    .setProtectedHeader({ alg: 'ES256', kid: keys.current.kid, typ: 'JWT', ...changedHeader })
    .sign(keys.current.privateKey)
}

/** Signed with HMAC, the secret being something public. */
function withHmac(secret: string | Buffer): string {
  const signed = `${json({ ...header, alg: 'HS256' })}.${json(claims)}`
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`
}

function signedByStranger(changedHeader: object): Promise<string> {
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'ES256', typ: 'JWT', ...changedHeader })
    .sign(stranger.privateKey)
}

const pem = createPublicKey({ key: publicJwk as never, format: 'jwk' }).export({ type: 'spki', format: 'pem' })
const [head = '', payload = '', signature = ''] = real.split('.')
const now = Math.floor(Date.now() / 1000)

const forgeries: Record<string, string | Promise<string>> = {
  'no algorithm': `${json({ alg: 'none', typ: 'JWT', kid: header.kid })}.${payload}.`,
  'no algorithm, written otherwise': `${json({ alg: 'None', typ: 'JWT', kid: header.kid })}.${payload}.`,
  'no algorithm, with the signature': `${json({ alg: 'none', typ: 'JWT', kid: header.kid })}.${payload}.${signature}`,
  'HMAC with the public key as PEM': withHmac(pem as string),
  'HMAC with the public key as JWK': withHmac(JSON.stringify(publicJwk)),
  'HMAC with an empty secret': withHmac(''),
  'another key under our kid': signedByStranger({ kid: keys.current.kid }),
  'an unknown kid': signedByStranger({ kid: 'unknown' }),
  'our key under a kid that is unknown': withClaims({}, { kid: 'unknown' }),
  'no kid': signedByStranger({}),
  'a kid that is a path': signedByStranger({ kid: '../../../../dev/null' }),
  'a kid that is SQL': signedByStranger({ kid: "' union select 'x' --" }),
  'a kid that every object has': signedByStranger({ kid: 'constructor' }),
  'the key in the header': exportJWK(stranger.publicKey).then((jwk) =>
    signedByStranger({ jwk, kid: keys.current.kid }),
  ),
  'the address of a key in the header': signedByStranger({ jku: 'https://evil.example/jwks.json', kid: 'evil' }),
  'a certificate in the header': signedByStranger({ x5u: 'https://evil.example/cert.pem', kid: 'evil' }),
  'a critical header we do not know': `${json({ ...header, crit: ['x'], x: 1 })}.${payload}.${signature}`,
  'a changed claim': `${head}.${json({ ...claims, sub: crypto.randomUUID() })}.${signature}`,
  'a changed signature': `${head}.${payload}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`,
  'no signature': `${head}.${payload}.`,
  'an all-zero signature': `${head}.${payload}.${Buffer.alloc(64).toString('base64url')}`,
  expired: withClaims({ iat: now - 7200, exp: now - 3600 }),
  'without expiry': withClaims({ exp: undefined }),
  'valid only later': withClaims({ nbf: now + 3600 }),
  'for another audience': withClaims({ aud: 'service' }),
  'for several audiences': withClaims({ aud: ['authenticated', 'service'] }),
  'by another issuer': withClaims({ iss: 'https://evil.example' }),
  'without a session': withClaims({ session_id: undefined }),
  'with a session that is no UUID': withClaims({ session_id: "x' or 1=1" }),
  'without a user': withClaims({ sub: undefined }),
  'with another role': withClaims({ role: 'service_role' }),
  'of another type': withClaims({}, { typ: 'dpop+jwt' }),
  'a refresh token': session.refresh_token,
  'five dots': 'a.b.c.d.e',
  'much too long': `${head}.${'A'.repeat(13_000)}.${signature}`,
}

for (const [name, forgery] of Object.entries(forgeries)) {
  test(`an access token is refused: ${name}`, async () => {
    const token = await forgery
    await expect(verifyAccessToken(token, keys)).rejects.toMatchObject({ code: 'bad_jwt' })
    expect(await readUserWith(url, token)).toEqual({ status: 403, code: 'bad_jwt' })
  })
}

test('the tokens these were made from are valid', async () => {
  const expected = {
    user_id: session.user.id,
    session_id: claims['session_id'],
    aal: 'aal1',
    email: session.user.email,
    org_id: session.user.app_metadata['org_id'],
  }
  expect(await verifyAccessToken(real, keys)).toEqual(expected)
  expect(await verifyAccessToken(await withClaims({}), keys)).toEqual(expected)
  expect((await readUserWith(url, await withClaims({}))).status).toBe(200)
  // Without a kid: the only key of that algorithm.
  expect((await readUserWith(url, await withClaims({}, { kid: undefined }))).status).toBe(200)
})

test('a verified token is refused once it has expired, and with another signature immediately', async () => {
  const remembering = rememberingVerifier(keys)
  const now = Math.floor(Date.now() / 1_000)
  const token = await withClaims({ exp: now + 60 })
  expect(remembering.rememberedClaims(token)).toBeUndefined()
  const claims = await remembering.verifyAccessToken(token)
  expect(await remembering.verifyAccessToken(token)).toEqual(claims)
  expect(remembering.rememberedClaims(token)).toEqual(claims)
  const forged = `${token.slice(0, -4)}AAAA`
  await expect(remembering.verifyAccessToken(forged)).rejects.toMatchObject({ code: 'bad_jwt' })
  expect(remembering.rememberedClaims(forged)).toBeUndefined()
  vi.setSystemTime((now + 120) * 1_000)
  await expect(remembering.verifyAccessToken(token)).rejects.toMatchObject({ code: 'bad_jwt' })
  expect(remembering.rememberedClaims(token)).toBeUndefined()
  vi.useRealTimers()
})

test("a valid signature over someone else's or an ended session is refused by the database", async () => {
  const other = decodeJwt((await signedUp(url)).session.access_token)
  for (const session_id of [other['session_id'], crypto.randomUUID()]) {
    expect(await readUserWith(url, await withClaims({ session_id }))).toEqual({
      status: 403,
      code: 'session_not_found',
    })
    const me = await fetch(`${url}/api/v1${readMe.path}`, {
      headers: { authorization: `Bearer ${await withClaims({ session_id })}` },
    })
    expect(me.status).toBe(401)
  }
  expect(await readUserWith(url, await withClaims({ sub: crypto.randomUUID() }))).toEqual({
    status: 403,
    code: 'user_not_found',
  })
})

test('without a bearer token there is no user', async () => {
  const headers = { 'x-supabase-api-version': '2024-01-01' }
  for (const authorization of [undefined, '', 'Bearer', `Basic ${real}`, real]) {
    const response = await fetch(`${url}/auth/v1/user`, {
      headers: { ...headers, ...(authorization !== undefined && { authorization }) },
    })
    expect([response.status, await response.json()]).toEqual([
      401,
      { code: 'no_authorization', message: 'This endpoint requires a valid Bearer token' },
    ])
  }
})

test('the published keys contain only public parts and can be cached', async () => {
  const response = await fetch(`${url}/auth/v1/.well-known/jwks.json`)
  expect(response.headers.get('cache-control')).toBe('public, max-age=600')
  const { keys: published } = (await response.json()) as { keys: JWK[] }
  expect(published).toHaveLength(1)
  for (const jwk of published) {
    expect(Object.keys(jwk).sort()).toEqual(['alg', 'crv', 'key_ops', 'kid', 'kty', 'use', 'x', 'y'])
    await importJWK(jwk, 'ES256')
  }
})
