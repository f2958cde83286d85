import { createHash, randomBytes } from 'node:crypto'
import { decodeJwt, type JWTPayload } from 'jose'
import { expect, test } from 'vitest'
import { browserTab, identityServer, post, sessionOf, signedUp } from '../testing/identity.ts'
import { newAddress } from '../testing/new-address.ts'
import { openIdProvider, providerEnvironment, type ProviderBehavior } from '../testing/openid-provider.ts'
import { ageSessions } from '../testing/second-factors.ts'
import { identityConfig } from './config.ts'

const [acme, other] = [await openIdProvider(), await openIdProvider()]
const environment = {
  AUTH_PROVIDERS: 'acme,other',
  ...providerEnvironment('acme', acme),
  ...providerEnvironment('other', other),
  AUTH_PROVIDER_ACME_CLIENT_ID: 'onhand, onhand-for-phones',
}
const { url, admin } = await identityServer({ providers: identityConfig(environment, null).providers })

const newPerson = () => {
  acme.person = { sub: randomBytes(8).toString('hex'), email: newAddress(), email_verified: true, name: 'Ada' }
}
const hashed = (nonce: string) => createHash('sha256').update(nonce).digest('hex')
const signIn = (credentials: { token: string; nonce?: string; access_token?: string; provider?: string }) =>
  browserTab(url).signInWithIdToken({ provider: 'acme', ...credentials })

test('the ID token of an app signs in, with the nonce that only the app knows', async () => {
  newPerson()
  const token = await acme.idToken({ nonce: hashed('my secret nonce') })
  const { user } = sessionOf(await signIn({ token, nonce: 'my secret nonce' }))
  expect(user).toMatchObject({ email: acme.person.email, identities: [{ provider: 'acme', id: acme.person.sub }] })
  const app = await acme.idToken({ aud: 'onhand-for-phones' })
  expect(sessionOf(await signIn({ token: app })).user.id).toBe(user.id)
  const several = await acme.idToken({ aud: ['onhand', 'other'], azp: 'onhand' })
  expect(sessionOf(await signIn({ token: several })).user.id).toBe(user.id)
  const { body } = await post(url, '/token?grant_type=id_token', {
    issuer: acme.issuer,
    client_id: 'onhand-for-phones',
    id_token: await acme.idToken(),
  })
  expect(body).toMatchObject({ access_token: expect.any(String), user: { id: user.id } })
})

test.each([
  ['another nonce', hashed('one'), 'two', 'Nonces mismatch'],
  ['the hash instead of the nonce', hashed('one'), hashed('one'), 'Nonces mismatch'],
  [
    'a nonce that the token does not have',
    undefined,
    'one',
    'Passed nonce and nonce in id_token should either both exist or not.',
  ],
  [
    'no nonce for the one in the token',
    hashed('one'),
    undefined,
    'Passed nonce and nonce in id_token should either both exist or not.',
  ],
])('%s is refused', async (_what, inToken, given, message) => {
  newPerson()
  const token = await acme.idToken(inToken === undefined ? {} : { nonce: inToken })
  const { data, error } = await signIn({ token, ...(given !== undefined && { nonce: given }) })
  expect([data.session, error?.status, error?.message]).toEqual([null, 400, message])
})

const now = () => Math.floor(Date.now() / 1_000)
const wrong: [string, ProviderBehavior][] = [
  ['of another issuer', { claims: (claims) => ({ ...claims, iss: other.issuer }) }],
  ['for another client', { claims: (claims) => ({ ...claims, aud: 'another' }) }],
  ['for several clients, none of them named', { claims: (claims) => ({ ...claims, aud: ['onhand', 'another'] }) }],
  ['that another client asked for', { claims: (claims) => ({ ...claims, azp: 'another' }) }],
  ['that has expired', { claims: (claims) => ({ ...claims, exp: now() - 60 }) }],
  ['that is not good yet', { claims: (claims) => ({ ...claims, nbf: now() + 600 }) }],
  ['without a subject', { claims: ({ sub: _, ...claims }) => claims }],
  ['without an expiry', { claims: ({ exp: _, ...claims }) => claims }],
  ['without a signature', { signature: 'none' }],
  ['signed with the public key as a secret', { signature: 'hmac' }],
  ['signed with a key that is not published', { signature: 'unpublished' }],
]

test.each(wrong)('an ID token %s is refused as one', async (_what, conduct) => {
  newPerson()
  acme.conduct = conduct
  const token = await acme.idToken()
  acme.conduct = {}
  const answer = await post(url, '/token?grant_type=id_token', { provider: 'acme', id_token: token })
  expect([answer.status, answer.body]).toEqual([400, { error: 'invalid request', error_description: 'Bad ID token' }])
  const { rows } = await admin.query('select 1 from auth.users where email = $1', [acme.person.email])
  expect(rows).toEqual([])
})

test('invalid tokens and those of another provider are refused', async () => {
  newPerson()
  other.person = acme.person
  const good = await acme.idToken()
  const [head, , signature] = good.split('.')
  const forged = Buffer.from(JSON.stringify({ ...decodeJwt(good), sub: 'another-person' })).toString('base64url')
  for (const token of ['x', 'a.b.c', `${head}.${forged}.${signature}`, 'x'.repeat(20_000), await other.idToken()])
    expect((await signIn({ token })).error).toMatchObject({ status: 400, message: 'Bad ID token' })
  // The keys of one provider never work for another, even under its name.
  other.conduct = { claims: (claims) => ({ ...claims, iss: acme.issuer }) }
  expect((await signIn({ token: await other.idToken() })).error).toMatchObject({ message: 'Bad ID token' })
  other.conduct = {}
  expect(other.asked).toEqual([])
})

test('an access token must be the one issued with it', async () => {
  newPerson()
  const hash = createHash('sha256').update('right').digest()
  const token = await acme.idToken({ at_hash: hash.subarray(0, 16).toString('base64url') })
  expect((await signIn({ token, access_token: 'wrong' })).error).toMatchObject({ message: 'Bad ID token' })
  sessionOf(await signIn({ token, access_token: 'right' }))
})

test('a request without provider or token, or with a disabled provider, is refused with an error', async () => {
  const ask = async (body: object) => (await post(url, '/token?grant_type=id_token', body)).body
  expect(await ask({ id_token: 'x' })).toEqual({
    error: 'invalid request',
    error_description: 'provider or client_id and issuer required',
  })
  expect(await ask({ provider: 'acme' })).toEqual({ error: 'invalid request', error_description: 'id_token required' })
  expect(await ask({ provider: 'google', id_token: 'x' })).toMatchObject({
    error_code: 'provider_disabled',
    msg: 'Provider (issuer "google") is not enabled',
  })
  const issuer = 'https://evil.example'
  expect(await ask({ issuer, client_id: 'onhand', id_token: 'x' })).toMatchObject({ error_code: 'provider_disabled' })
})

test('an ID token follows the same address rules as a browser sign-in', async () => {
  newPerson()
  const taken = await signedUp(url)
  const refused = async (claims: JWTPayload) => (await signIn({ token: await acme.idToken(claims) })).error?.code
  expect(await refused({ email: taken.email })).toBe('user_already_exists')
  expect(await refused({ email_verified: false })).toBe('provider_email_needs_verification')
  expect(await refused({ email: undefined })).toBe('email_address_not_provided')
})

test('an ID token links its account to the signed-in person only', async () => {
  newPerson()
  const { tab, session } = await signedUp(url)
  const events: string[] = []
  tab.onAuthStateChange((event) => void events.push(event))
  const { data, error } = await tab.linkIdentity({ provider: 'acme', token: await acme.idToken() })
  expect([error, data.user?.id]).toEqual([null, session.user.id])
  expect(data.user?.identities?.map(({ provider }) => provider)).toEqual(['email', 'acme'])
  expect(events).toContain('USER_UPDATED')
  const { tab: another } = await signedUp(url)
  const refused = await another.linkIdentity({ provider: 'acme', token: await acme.idToken() })
  expect(refused.error).toMatchObject({ status: 422, code: 'identity_already_exists' })
  const anonymous = await post(url, '/token?grant_type=id_token', {
    provider: 'acme',
    id_token: await acme.idToken(),
    link_identity: true,
  })
  expect(anonymous.status).toBe(401)
  await ageSessions(admin, session.user.id)
  const late = await tab.linkIdentity({ provider: 'acme', token: await acme.idToken() })
  expect(late.error).toMatchObject({ status: 400, code: 'current_password_required' })
})
