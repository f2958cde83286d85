import type { GoTrueClient } from '@supabase/auth-js'
import { decodeJwt } from 'jose'
import { expect, test } from 'vitest'
import { addressOf } from '../../../contract/endpoint.ts'
import { readMe } from '../../../contract/me.ts'
import {
  browserTab,
  identityServer,
  mailedServer,
  post,
  readUserWith,
  refusedAs,
  sessionOf,
  signedIn,
  signedUp,
  testIdentityConfig,
} from '../../testing/identity.ts'
import { afterHalfAMinute, prove, secondFactor } from '../../testing/second-factors.ts'
import { softAuthenticator, type Mistakes, type SoftAuthenticator } from '../../testing/soft-authenticator.ts'

// With an authenticator in software; a real browser's is in e2e/passkeys.spec.ts.

const server = await identityServer()
const { url, admin } = server

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

test("a browser is asked for a discoverable, user-verifying key that isn't registered yet", async () => {
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

test("the sign-in request is the same for everyone, and doesn't reveal who has a passkey", async () => {
  const [one, other] = [await post(url, '/passkeys/authentication/options', {}), await signedUp(url)]
  expect(one.body['options']).toMatchObject({ rpId: 'localhost', userVerification: 'required' })
  expect(JSON.stringify(one.body)).not.toMatch(/allowCredentials|@/)
  const unknown = await other.tab.passkey.verifyAuthentication({
    challengeId: String(one.body['challenge_id']),
    credential: nothing,
  })
  expect(unknown.error).toMatchObject(refusedAs(400, 'webauthn_verification_failed', 'Credential verification failed'))
})

test('a challenge is valid once, for its own user and purpose; missing parts are named', async () => {
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

test("with a second factor, a session that didn't pass it can't add, rename or remove passkeys", async () => {
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

test("another user's passkey isn't found, and names are limited", async () => {
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

test('a user has at most ten passkeys, and one address can ask thirty times in five minutes', async () => {
  const { tab, session } = await signedUp(url)
  for (let i = 0; i < 10; i++) await keptPasskey(session.user.id)
  expect((await tab.passkey.startRegistration()).error).toMatchObject(refusedAs(422, 'too_many_passkeys'))
  const { rates } = testIdentityConfig
  // On a database of its own: other tests send requests from the same address.
  const strict = await identityServer({ rates: { ...rates, passkeysByPeer: { burst: 2, count: 2, seconds: 300 } } })
  const codes: unknown[] = []
  for (let i = 0; i < 3; i++) codes.push((await post(strict.url, '/passkeys/authentication/options', {})).status)
  expect(codes).toEqual([200, 200, 429])
})

/** A person with a passkey, and the authenticator that holds it. */
async function withPasskey(key = softAuthenticator()) {
  const person = await signedUp(url)
  const { data } = await person.tab.passkey.startRegistration()
  const made = await person.tab.passkey.verifyRegistration({
    challengeId: data?.challenge_id ?? '',
    credential: key.create(data!.options),
  })
  if (made.error) throw made.error
  return { ...person, key, passkeyId: made.data.id }
}

/** Signs in with it; returns the code if that is refused. */
async function signIn(key: SoftAuthenticator, mistakes: Mistakes = {}) {
  const tab = browserTab(url)
  const { data } = await tab.passkey.startAuthentication()
  const credential = key.get(data!.options, mistakes)
  const signedIn = await tab.passkey.verifyAuthentication({ challengeId: data?.challenge_id ?? '', credential })
  return signedIn.error ? signedIn.error.code : signedIn.data.user?.id
}

const failed = 'webauthn_verification_failed'

test('a passkey is refused when anything is wrong: page, site, challenge, type, user or device', async () => {
  const { tab, session, key } = await withPasskey()
  const other = await withPasskey()
  const wrong: Record<string, Mistakes> = {
    'another page': { origin: 'http://localhost:8080' },
    'the same page over TLS': { origin: 'https://localhost' },
    'a page whose name begins the same': { origin: 'http://localhost.evil.example' },
    'another site': { rpId: 'evil.example' },
    'another challenge': { challenge: 'AAAA' },
    'the answer to another question': { type: 'webauthn.create' },
    'no one verified': { unverified: true },
    'no handle': { userHandle: '' },
    "another user's handle": {
      userHandle: Buffer.from(other.session.user.id.replaceAll('-', ''), 'hex').toString('base64url'),
    },
  }
  for (const [what, mistakes] of Object.entries(wrong)) expect(await signIn(key, mistakes), what).toBe(failed)
  expect(await signIn(softAuthenticator())).toBe(failed)
  expect(await signIn(key)).toBe(session.user.id)
  const creation: Record<string, Mistakes> = { ...wrong, 'the answer to another question': { type: 'webauthn.get' } }
  delete creation["another user's handle"]
  delete creation['no handle']
  for (const [what, mistakes] of Object.entries(creation)) {
    const { data } = await tab.passkey.startRegistration()
    const credential = softAuthenticator().create(data!.options, mistakes)
    const { error } = await tab.passkey.verifyRegistration({ challengeId: data?.challenge_id ?? '', credential })
    expect(error?.code, what).toBe(failed)
  }
  expect((await tab.passkey.list()).data).toHaveLength(1)
})

test("a signature count that doesn't rise is refused, also in two concurrent requests; devices without a count are accepted", async () => {
  const { key, session } = await withPasskey()
  expect(await signIn(key, { sign_count: 10 })).toBe(session.user.id)
  expect(await signIn(key, { sign_count: 10 })).toBe(failed)
  expect(await signIn(key, { sign_count: 9 })).toBe(failed)
  expect(await signIn(key, { sign_count: 0 })).toBe(failed)
  const answers = await Promise.all(Array.from({ length: 10 }, () => signIn(key, { sign_count: 11 })))
  expect(answers.filter((answer) => answer === session.user.id)).toHaveLength(1)
  expect(answers.filter((answer) => answer === failed)).toHaveLength(9)
  const synced = await withPasskey(softAuthenticator({ counts: false }))
  for (let i = 0; i < 2; i++) expect(await signIn(synced.key)).toBe(synced.session.user.id)
})

test('a passkey opens the product for a person with a second factor, but no banned or deleted account', async () => {
  const { tab, session, key } = await withPasskey()
  await secondFactor(tab)
  const browser = browserTab(url)
  const { data } = await browser.passkey.startAuthentication()
  const signed = await browser.passkey.verifyAuthentication({
    challengeId: data?.challenge_id ?? '',
    credential: key.get(data!.options),
  })
  const me = (token = '') => fetch(url + addressOf(readMe), { headers: { authorization: `Bearer ${token}` } })
  expect((await me(signed.data?.session?.access_token)).status).toBe(200)
  const refreshed = sessionOf(await browser.refreshSession())
  expect((await me(refreshed.access_token)).status).toBe(200)
  expect(refreshed.user.factors).toHaveLength(1)
  const set = (column: string, value: string | null) =>
    admin.query(`update auth.users set ${column} = $2 where id = $1`, [session.user.id, value])
  await set('banned_until', '2999-01-01')
  expect(await signIn(key)).toBe('user_banned')
  await set('banned_until', null)
  await set('deleted_at', '2020-01-01')
  expect(await signIn(key)).toBe(failed)
  await set('deleted_at', null)
  expect(await signIn(key)).toBe(session.user.id)
})

test('a session that a passkey opened keeps both factors when an app it proved as well is removed', async () => {
  const { tab, key } = await withPasskey()
  const app = await secondFactor(tab)
  await secondFactor(tab, 'Tablet')
  const browser = browserTab(url)
  const { data } = await browser.passkey.startAuthentication()
  const credential = key.get(data!.options)
  await browser.passkey.verifyAuthentication({ challengeId: data?.challenge_id ?? '', credential })
  await afterHalfAMinute(admin)
  expect((await prove(browser, app)).error).toBeNull()
  expect((await browser.mfa.unenroll(app)).error).toBeNull()
  const { access_token } = sessionOf(await browser.refreshSession())
  expect(decodeJwt(access_token)).toMatchObject({ aal: 'aal2', amr: [{ method: 'passkey' }] })
  expect((await fetch(url + addressOf(readMe), { headers: { authorization: `Bearer ${access_token}` } })).status).toBe(
    200,
  )
})

test('removing a passkey ends the sessions it opened; those of others, and the one that removes it, stay', async () => {
  const { tab, session, key, passkeyId } = await withPasskey()
  const second = softAuthenticator()
  const started = await tab.passkey.startRegistration()
  await tab.passkey.verifyRegistration({
    challengeId: started.data?.challenge_id ?? '',
    credential: second.create(started.data!.options),
  })
  const opened = async (by: SoftAuthenticator) => {
    const browser = browserTab(url)
    const { data } = await browser.passkey.startAuthentication()
    const challengeId = data?.challenge_id ?? ''
    const credential = by.get(data!.options)
    const { data: proven } = await browser.passkey.verifyAuthentication({ challengeId, credential })
    return { browser, access_token: proven?.session?.access_token ?? '' }
  }
  const statusOf = async ({ access_token }: { access_token: string }) => (await readUserWith(url, access_token)).status
  const [lost, remover, other, older] = [
    await opened(key),
    await opened(key),
    await opened(second),
    await opened(second),
  ]
  // A session from before sessions named their passkey: it may be one of the removed passkey's.
  const { session_id } = decodeJwt<{ session_id: string }>(older.access_token)
  await admin.query('update auth.sessions set passkey_id = null where id = $1', [session_id])
  expect((await remover.browser.passkey.delete({ passkeyId })).error).toBeNull()
  expect(await Promise.all([lost, older, remover, other, session].map(statusOf))).toEqual([403, 403, 200, 200, 200])
  expect((await lost.browser.refreshSession()).error).not.toBeNull()
})

test('a device is added once, by one account, and its owner is notified by email', async () => {
  const mailed = await mailedServer({ siteUrl: 'http://localhost' }, {}, server)
  const { tab, email, key } = await withPasskey()
  const other = await signedUp(url)
  for (const person of [tab, other.tab]) {
    const { data } = await person.passkey.startRegistration()
    const again = await person.passkey.verifyRegistration({
      challengeId: data?.challenge_id ?? '',
      credential: key.create(data!.options),
    })
    expect(again.error).toMatchObject(refusedAs(422, 'webauthn_credential_exists'))
  }
  const bearer = { authorization: `Bearer ${sessionOf(await tab.getSession()).access_token}` }
  const started = await post(mailed.url, '/passkeys/registration/options', {}, bearer)
  const credential = softAuthenticator().create(started.body['options'] as never) as object
  const { challenge_id } = started.body
  expect((await post(mailed.url, '/passkeys/registration/verify', { challenge_id, credential }, bearer)).status).toBe(
    200,
  )
  expect(await mailed.mailTo(email)).toMatchObject({ subject: 'A passkey was added' })
  expect(await mailed.mailsTo(other.email)).toBe(0)
})

test("a security key isn't a passkey: its signature doesn't sign in", async () => {
  const { tab, session } = await signedUp(url)
  const key = softAuthenticator()
  const { data: factor } = await tab.mfa.enroll({ factorType: 'webauthn', friendlyName: 'Key' })
  const bearer = { authorization: `Bearer ${sessionOf(await tab.getSession()).access_token}` }
  const path = `/factors/${factor?.id}`
  const challenge = async (headers = bearer) => {
    const { body } = await post(url, `${path}/challenge`, {}, headers)
    const { type, credential_options } = body['webauthn'] as { type: string; credential_options: { publicKey: never } }
    return { challenge_id: body['id'], type, options: credential_options.publicKey }
  }
  const verify = async (webauthn: unknown, challenge_id: unknown, headers = bearer) => {
    const { body } = await post(url, `${path}/verify`, { challenge_id, webauthn }, headers)
    return body['error_code'] ?? (body['user'] as { id: string }).id
  }
  const asked = await challenge()
  const made = { type: 'create', credential_response: key.create(asked.options) as object }
  for (const missing of [null, { type: 'other', credential_response: {} }, { type: 'create' }])
    expect(await verify(missing, asked.challenge_id)).toBe('validation_failed')
  expect(await verify({ ...made, type: 'request' }, asked.challenge_id)).toBe('mfa_verification_failed')
  expect(await verify(made, asked.challenge_id)).toBe(session.user.id)
  // The handle isn't signed: a browser can name any account.
  const userHandle = Buffer.from(session.user.id.replaceAll('-', ''), 'hex').toString('base64url')
  expect(await signIn(key, { sign_count: 50, userHandle })).toBe(failed)

  // Proving it takes this key, on our page; no PIN is needed, because a password came before.
  const { session: weak } = await signedIn(url, session.user.email ?? '')
  const headers = { authorization: `Bearer ${weak.access_token}` }
  const attempt = async (by: SoftAuthenticator, mistakes: Mistakes) => {
    const { challenge_id, type, options } = await challenge(headers)
    return verify({ type, credential_response: by.get(options, mistakes) as object }, challenge_id, headers)
  }
  expect(await attempt(softAuthenticator(), {})).toBe('mfa_verification_failed')
  expect(await attempt(key, { origin: 'http://localhost:8080' })).toBe('mfa_verification_failed')
  expect(await attempt(key, { sign_count: 1 })).toBe('mfa_verification_failed')
  expect(await attempt(key, { unverified: true })).toBe(session.user.id)
})
