import { decodeProtectedHeader, exportJWK, generateKeyPair, type JWK } from 'jose'
import { expect, test } from 'vitest'
import { testSecrets } from '../testing/app.ts'
import { testDatabase } from '../testing/database.ts'
import {
  browserTab,
  identityServer,
  readUserWith,
  sessionOf,
  signedUp,
  testIdentityConfig,
} from '../testing/identity.ts'
import { readGivenKeys } from './given-keys.ts'
import { keyOf, loadSigningKeys } from './signing-keys.ts'

async function privateKey(algorithm: 'ES256' | 'RS256', kid?: string): Promise<JWK> {
  const { privateKey: key } = await generateKeyPair(algorithm, { extractable: true })
  return { ...(await exportJWK(key)), ...(kid && { kid }) }
}

const published = async (url: string) =>
  ((await (await fetch(`${url}/auth/v1/.well-known/jwks.json`)).json()) as { keys: JWK[] }).keys

test('a key stored in plain text by an earlier version is encrypted at the start, and no one is signed out', async () => {
  const database = await testDatabase()
  const before = await identityServer({}, {}, database)
  const { session, tab } = await signedUp(before.url)
  // As the earlier version left it.
  const { rows } = await database.admin.query<{ kid: string; sealed: string }>(
    'select kid, sealed_private_jwk as sealed from auth.signing_keys',
  )
  const { kid, sealed } = rows[0]!
  const jwk = testSecrets.open(sealed, `auth.signing_keys.sealed_private_jwk/${kid}`)
  await database.admin.query('update auth.signing_keys set private_jwk = $1, sealed_private_jwk = null', [jwk])
  const after = await identityServer({}, {}, database)
  expect((await readUserWith(after.url, session.access_token)).status).toBe(200)
  expect((await tab.refreshSession()).error).toBeNull()
  const { session: later } = await signedUp(after.url)
  expect(decodeProtectedHeader(later.access_token).kid).toBe(kid)
  const kept = await database.admin.query(`select k::text as everything from auth.signing_keys k`)
  expect(JSON.stringify(kept.rows)).not.toContain((JSON.parse(jwk) as { d: string }).d)
  const { rows: plain } = await database.admin.query('select private_jwk from auth.signing_keys')
  expect(plain).toEqual([{ private_jwk: null }])
})

test("the operator's first key signs, all of them verify, and generated keys verify until their last token has expired", async () => {
  const database = await testDatabase()
  const own = await identityServer({}, {}, database)
  const { session, tab } = await signedUp(own.url)
  const ownKid = decodeProtectedHeader(session.access_token).kid

  const [first, second] = [await privateKey('RS256', 'rsa-1'), await privateKey('ES256', 'ec-2')]
  const given = await identityServer({ jwtKeys: [first, second] }, {}, database)
  expect((await readUserWith(given.url, session.access_token)).status).toBe(200)
  const { session: signedByRsa, tab: onGiven } = await signedUp(given.url)
  expect(decodeProtectedHeader(signedByRsa.access_token)).toEqual({ alg: 'RS256', kid: 'rsa-1', typ: 'JWT' })
  expect((await published(given.url)).map(({ kid }) => kid)).toEqual(['rsa-1', 'ec-2', ownKid])
  // The client library verifies it with the published keys.
  expect((await onGiven.getClaims(signedByRsa.access_token)).data?.claims.sub).toBe(signedByRsa.user.id)

  const rotated = await identityServer({ jwtKeys: [second, first] }, {}, database)
  expect((await readUserWith(rotated.url, signedByRsa.access_token)).status).toBe(200)
  expect(decodeProtectedHeader((await signedUp(rotated.url)).session.access_token)).toMatchObject({ kid: 'ec-2' })

  await database.admin.query(`update auth.signing_keys set retired_at = retired_at - interval '61 minutes'`)
  const later = await identityServer({ jwtKeys: [second] }, {}, database)
  expect((await published(later.url)).map(({ kid }) => kid)).toEqual(['ec-2'])
  expect(await readUserWith(later.url, session.access_token)).toEqual({ status: 403, code: 'bad_jwt' })
  // The session itself doesn't depend on the key.
  expect((await tab.refreshSession()).error).toBeNull()
})

test("once the operator's keys are removed, the instance generates a new one", async () => {
  const database = await testDatabase()
  await identityServer({ jwtKeys: [await privateKey('ES256', 'a')] }, {}, database)
  const { rows } = await database.admin.query('select kid from auth.signing_keys')
  expect(rows).toEqual([])
  const own = await identityServer({}, {}, database)
  expect(await published(own.url)).toHaveLength(1)
  const given = await identityServer({ jwtKeys: [await privateKey('ES256', 'b')] }, {}, database)
  expect(await published(given.url)).toHaveLength(2)
  const again = await identityServer({}, {}, database)
  expect(await published(again.url)).toHaveLength(2)
  const { session } = await signedUp(again.url)
  const retired = await database.admin.query('select kid from auth.signing_keys where retired_at is not null')
  expect(retired.rows).not.toContainEqual({ kid: decodeProtectedHeader(session.access_token).kid })
})

test('the published halves contain nothing private, also of RSA keys', async () => {
  const { url } = await identityServer({ jwtKeys: [await privateKey('RS256'), await privateKey('ES256')] })
  const keys = await published(url)
  expect(keys.map((key) => Object.keys(key).sort())).toEqual([
    ['alg', 'e', 'key_ops', 'kid', 'kty', 'n', 'use'],
    ['alg', 'crv', 'key_ops', 'kid', 'kty', 'use', 'x', 'y'],
  ])
})

test('a token without kid is verified by the only key of its algorithm, and by none where there are two', async () => {
  const [rsa, ec, otherEc] = [await privateKey('RS256'), await privateKey('ES256'), await privateKey('ES256')]
  const { db } = await testDatabase()
  const load = (jwtKeys: JWK[]) => loadSigningKeys(db, testSecrets, { ...testIdentityConfig, jwtKeys })
  const two = await load([rsa, ec])
  expect(keyOf(two, { alg: 'ES256' })?.algorithm).toBe('ES256')
  expect(keyOf(two, { alg: 'RS256' })?.algorithm).toBe('RS256')
  expect(keyOf(two, { alg: 'RS256', kid: two.verifying[1]?.kid ?? '' })).toBeUndefined()
  for (const alg of ['none', 'HS256', 'PS256', 'ES384', undefined])
    expect(keyOf(two, alg === undefined ? {} : { alg })).toBeUndefined()
  const three = await load([rsa, ec, otherEc])
  expect(keyOf(three, { alg: 'ES256' })).toBeUndefined()
  expect(keyOf(three, { alg: 'ES256', kid: three.verifying[2]?.kid ?? '' })).toBe(three.verifying[2])
})

test('five processes that start together agree on one signing key', async () => {
  const { db, admin } = await testDatabase()
  const settings = { issuer: 'onhand', jwtKeys: [], accessTokenSeconds: 3_600 }
  const loaded = await Promise.all(Array.from({ length: 5 }, () => loadSigningKeys(db, testSecrets, settings)))
  expect(new Set(loaded.map((keys) => keys.current.kid)).size).toBe(1)
  const { rows } = await admin.query('select count(*) as keys from auth.signing_keys')
  expect(rows[0]).toEqual({ keys: 1 })
})

test('AUTH_JWT_KEYS takes private keys of the two kinds, and a wrong one stops the start without being quoted', async () => {
  const [rsa, ec] = [await privateKey('RS256', 'a'), await privateKey('ES256', 'b')]
  expect(readGivenKeys(undefined)).toEqual([])
  expect(readGivenKeys(JSON.stringify({ keys: [rsa, ec] }))).toEqual([rsa, ec])
  expect(readGivenKeys(JSON.stringify([ec]))).toEqual([ec])
  expect(readGivenKeys(JSON.stringify(ec))).toEqual([ec])
  const { d: _, ...publicHalf } = ec
  const short = await generateKeyPair('RS256', { extractable: true, modulusLength: 2_048 })
  const shortJwk = { ...(await exportJWK(short.privateKey)), n: Buffer.alloc(128, 1).toString('base64url') }
  const wrong: [unknown, string][] = [
    ['not json', 'not JSON'],
    [{ keys: [] }, 'no key'],
    [[1], 'not a list of keys'],
    [{ keys: 'x' }, 'not a list of keys'],
    [[publicHalf], 'public key'],
    [[{ kty: 'oct', k: 'c2VjcmV0' }], 'another kind'],
    [[{ ...ec, alg: 'HS256' }], 'another kind'],
    [[{ ...ec, crv: 'P-384' }], 'another kind'],
    [[shortJwk], 'less than 2048 bits'],
    [[ec, { ...rsa, kid: 'b' }], 'two keys with one kid'],
  ]
  for (const [value, problem] of wrong) {
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    expect(() => readGivenKeys(text), text.slice(0, 80)).toThrow(problem)
    expect(() => readGivenKeys(text)).not.toThrow(ec.d)
  }
})

test('a session from before a key change can be refreshed with the new keys', async () => {
  const database = await testDatabase()
  const before = await identityServer({ jwtKeys: [await privateKey('ES256')] }, {}, database)
  const { session } = await signedUp(before.url)
  const after = await identityServer({ jwtKeys: [await privateKey('ES256')] }, {}, database)
  expect(await readUserWith(after.url, session.access_token)).toEqual({ status: 403, code: 'bad_jwt' })
  const refreshed = sessionOf(await browserTab(after.url).refreshSession({ refresh_token: session.refresh_token }))
  expect((await readUserWith(after.url, refreshed.access_token)).status).toBe(200)
})
