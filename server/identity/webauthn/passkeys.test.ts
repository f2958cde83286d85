import { AuthApiError, type GoTrueClient } from '@supabase/auth-js'
import { expect, test } from 'vitest'
import { identityServer, post, signedIn, signedUp, testIdentityConfig } from '../../testing/identity.ts'
import { secondFactor } from '../../testing/second-factors.ts'

// What a browser signs is tested in one (e2e/passkeys.spec.ts).

const server = await identityServer()
const { url, admin } = server

const refusedAs = (status: number, code: string, message?: string) => ({
  name: AuthApiError.name,
  status,
  code,
  ...(message && { message }),
})

/** A passkey in the database, as a browser would have left it. */
async function keptPasskey(user_id: string): Promise<string> {
  const { rows } = await admin.query(
    `insert into auth.webauthn_credentials (id, user_id, credential_id, public_key, sign_count)
     values (gen_random_uuid(), $1, $2, '\\x00', 0) returning id`,
    [user_id, crypto.randomUUID().replaceAll('-', '')],
  )
  return rows[0].id as string
}

const nothing = {} as Parameters<GoTrueClient['passkey']['verifyRegistration']>[0]['credential']

test('a browser is asked for a key that it keeps, that asks who uses it, and that is on no device twice', async () => {
  const { tab, email, session } = await signedUp(url)
  await keptPasskey(session.user.id)
  const { data } = await tab.passkey.startRegistration()
  expect(data?.options).toMatchObject({
    rp: { id: 'localhost', name: 'Onhand' },
    user: { name: email },
    attestation: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: [{ type: 'public-key' }],
  })
  // The handle is the account's id, which says nothing about the person.
  const handle = Buffer.from(data?.options.user.id ?? '', 'base64url').toString('hex')
  expect(handle).toBe(session.user.id.replaceAll('-', ''))
  const lifeSeconds = (data?.expires_at ?? 0) - Date.now() / 1_000
  expect(lifeSeconds).toBeGreaterThan(290)
  expect(lifeSeconds).toBeLessThan(310)
})

test('signing in asks everyone the same, and says nothing about who has a passkey', async () => {
  const [one, other] = [await post(url, '/passkeys/authentication/options', {}), await signedUp(url)]
  expect(one.body['options']).toMatchObject({ rpId: 'localhost', userVerification: 'required' })
  expect(JSON.stringify(one.body)).not.toMatch(/allowCredentials|@/)
  const unknown = await other.tab.passkey.verifyAuthentication({
    challengeId: String(one.body['challenge_id']),
    credential: nothing,
  })
  expect(unknown.error).toMatchObject(refusedAs(400, 'webauthn_verification_failed', 'Credential verification failed'))
})

test('a challenge is good once, for its own user and purpose; what is missing is named', async () => {
  const [mine, other] = [await signedUp(url), await signedUp(url)]
  const start = async () => (await mine.tab.passkey.startRegistration()).data?.challenge_id ?? ''
  const challengeId = await start()
  const notFound = refusedAs(400, 'webauthn_challenge_not_found')
  expect((await other.tab.passkey.verifyRegistration({ challengeId, credential: nothing })).error).toMatchObject(
    notFound,
  )
  expect((await mine.tab.passkey.verifyAuthentication({ challengeId, credential: nothing })).error).toMatchObject(
    notFound,
  )
  expect((await mine.tab.passkey.verifyRegistration({ challengeId, credential: nothing })).error).toMatchObject(
    refusedAs(400, 'webauthn_verification_failed'),
  )
  expect((await mine.tab.passkey.verifyRegistration({ challengeId, credential: nothing })).error).toMatchObject(
    notFound,
  )
  const late = await start()
  await admin.query(`update auth.passkey_challenges set created_at = now() - interval '301 seconds' where id = $1`, [
    late,
  ])
  expect((await mine.tab.passkey.verifyRegistration({ challengeId: late, credential: nothing })).error).toMatchObject(
    refusedAs(400, 'webauthn_challenge_expired'),
  )
  for (const [given, message] of [
    [{ challengeId: '', credential: nothing }, 'challenge_id is required'],
    [{ challengeId: 'x', credential: nothing }, 'challenge_id must be a valid UUID'],
    [{ challengeId: late, credential: null as never }, 'credential is required'],
  ] as const)
    expect((await mine.tab.passkey.verifyRegistration(given)).error).toMatchObject(
      refusedAs(400, 'validation_failed', message),
    )
})

test('with a second factor, a session that did not prove it neither adds, names nor removes passkeys', async () => {
  const { tab, email, session } = await signedUp(url)
  const passkeyId = await keptPasskey(session.user.id)
  await secondFactor(tab)
  const weak = await signedIn(url, email)
  const needed = refusedAs(403, 'insufficient_aal')
  expect((await weak.tab.passkey.startRegistration()).error).toMatchObject(needed)
  const finish = { challengeId: crypto.randomUUID(), credential: nothing }
  expect((await weak.tab.passkey.verifyRegistration(finish)).error).toMatchObject(needed)
  expect((await weak.tab.passkey.update({ passkeyId, friendlyName: 'Mine' })).error).toMatchObject(needed)
  expect((await weak.tab.passkey.delete({ passkeyId })).error).toMatchObject(needed)
  expect((await tab.passkey.list()).data).toMatchObject([{ id: passkeyId }])
  expect((await tab.passkey.delete({ passkeyId })).error).toBeNull()
})

test("another user's passkey is not found, and names are kept within bounds", async () => {
  const [mine, other] = [await signedUp(url), await signedUp(url)]
  const passkeyId = await keptPasskey(mine.session.user.id)
  const notFound = refusedAs(404, 'validation_failed', 'Passkey not found')
  for (const id of [passkeyId, crypto.randomUUID(), 'none']) {
    expect((await other.tab.passkey.update({ passkeyId: id, friendlyName: 'Mine' })).error).toMatchObject(notFound)
    expect((await other.tab.passkey.delete({ passkeyId: id })).error).toMatchObject(notFound)
  }
  const rename = (friendlyName: string) => mine.tab.passkey.update({ passkeyId, friendlyName })
  expect((await rename(' ')).error).toMatchObject(refusedAs(400, 'validation_failed', 'friendly_name is required'))
  expect((await rename('x'.repeat(121))).error).toMatchObject(refusedAs(400, 'validation_failed'))
  expect((await rename('x'.repeat(120))).error).toBeNull()
  expect((await other.tab.passkey.list()).data).toEqual([])
})

test('a user has ten passkeys at most, and one address asks thirty times in five minutes', async () => {
  const { tab, session } = await signedUp(url)
  for (let i = 0; i < 10; i++) await keptPasskey(session.user.id)
  expect((await tab.passkey.startRegistration()).error).toMatchObject(refusedAs(422, 'too_many_passkeys'))
  const { rates } = testIdentityConfig
  const strict = await identityServer(
    { rates: { ...rates, passkeysByPeer: { burst: 2, count: 2, seconds: 300 } } },
    {},
    server,
  )
  const codes: unknown[] = []
  for (let i = 0; i < 3; i++) codes.push((await post(strict.url, '/passkeys/authentication/options', {})).status)
  expect(codes).toEqual([200, 200, 429])
})
