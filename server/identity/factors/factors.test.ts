import type { GoTrueClient } from '@supabase/auth-js'
import { decodeJwt } from 'jose'
import { expect, test } from 'vitest'
import { readMe } from '../../../contract/me.ts'
import { addressOf } from '../../../contract/endpoint.ts'
import { testSecrets } from '../../testing/app.ts'
import { printLinks } from '../account-commands.ts'
import { sealedIn } from '../../platform/secret-key.ts'
import {
  browserTab,
  goodPassword,
  identityServer,
  post,
  readUserWith,
  refusedAs,
  sessionOf,
  signedIn,
  signedUp,
  siteUrl,
  testIdentityConfig,
} from '../../testing/identity.ts'
import { afterHalfAMinute, ageSessions, codeOf, enrolled, prove, secondFactor } from '../../testing/second-factors.ts'

const server = await identityServer()
const { url, admin } = server

/** A person with an authenticator app, in the tab that set it up. */
async function protectedPerson() {
  const person = await signedUp(url)
  return { ...person, app: await secondFactor(person.tab) }
}

async function accessToken(tab: GoTrueClient): Promise<string> {
  return sessionOf(await tab.getSession()).access_token
}

async function me(access_token: string): Promise<{ status: number; code: unknown }> {
  const response = await fetch(url + addressOf(readMe), { headers: { authorization: `Bearer ${access_token}` } })
  const body = (await response.json()) as { error?: { code?: unknown } }
  return { status: response.status, code: body.error?.code }
}

const withBearer = (token: string) => ({ authorization: `Bearer ${token}` })

test('an app is set up: the client shows its QR code, secret and address, and its code raises the session to aal2', async () => {
  const { tab, email, session } = await signedUp(url)
  const { data, error } = await tab.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone', issuer: 'Onhand' })
  expect(error).toBeNull()
  expect(data).toMatchObject({
    type: 'totp',
    friendly_name: 'Phone',
    totp: { secret: expect.stringMatching(/^[A-Z2-7]{32}$/) },
  })
  if (!data) throw new Error('no factor')
  expect(data.totp.uri).toContain(`otpauth://totp/Onhand:${encodeURIComponent(email)}?`)
  expect(data.totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg [^#]*<\/svg>$/)
  expect((await tab.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
    currentLevel: 'aal1',
    nextLevel: 'aal1',
  })

  const challenge = await tab.mfa.challenge({ factorId: data.id })
  expect(challenge.data).toMatchObject({ type: 'totp' })
  const lifeSeconds = (challenge.data?.expires_at ?? 0) - Date.now() / 1_000
  expect(lifeSeconds).toBeGreaterThan(290)
  expect(lifeSeconds).toBeLessThan(310)
  const events: string[] = []
  tab.onAuthStateChange((event) => void events.push(event))
  const verified = await tab.mfa.verify({
    factorId: data.id,
    challengeId: challenge.data?.id ?? '',
    code: codeOf(data.totp.secret),
  })
  expect(verified.error).toBeNull()
  expect(verified.data?.user.factors).toMatchObject([{ id: data.id, status: 'verified', friendly_name: 'Phone' }])
  expect(verified.data?.refresh_token).not.toBe(session.refresh_token)
  expect(events).toContain('MFA_CHALLENGE_VERIFIED')
  expect((await tab.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
    currentLevel: 'aal2',
    nextLevel: 'aal2',
  })
  const listed = await tab.mfa.listFactors()
  expect(listed.data?.totp).toMatchObject([
    { id: data.id, factor_type: 'totp', last_challenged_at: expect.any(String) },
  ])
  expect(listed.data?.all).toHaveLength(1)
  expect(JSON.stringify(listed.data)).not.toMatch(/secret|used_step/)
})

test('access tokens say how the session was authenticated, also after a refresh', async () => {
  const { tab } = await protectedPerson()
  const claims = decodeJwt<{ aal: string; amr: { method: string }[] }>(await accessToken(tab))
  expect([claims.aal, claims.amr.map(({ method }) => method)]).toEqual(['aal2', ['totp', 'password']])
  const refreshed = decodeJwt(sessionOf(await tab.refreshSession()).access_token)
  expect([refreshed['aal'], refreshed['amr'], refreshed['session_id']]).toEqual([
    'aal2',
    claims.amr,
    claims['session_id'],
  ])
})

test('an earlier refresh token never gets the session that passed the second factor', async () => {
  const { tab, session } = await protectedPerson()
  const before = { refresh_token: session.refresh_token }
  const refresh = (body: object) => post(url, '/token?grant_type=refresh_token', body)
  // Another tab may have sent it at the same moment: it is told to retry, and the session continues.
  expect((await refresh(before)).status).toBe(503)
  const current = sessionOf(await tab.refreshSession())
  await admin.query(
    `update auth.refresh_tokens set replaced_at = replaced_at - interval '61 seconds' where replaced_at is not null`,
  )
  expect((await refresh(before)).body).toMatchObject({ code: 400, error_code: 'refresh_token_already_used' })
  expect((await refresh({ refresh_token: current.refresh_token })).status).toBe(400)
  expect(await readUserWith(url, current.access_token)).toEqual({ status: 403, code: 'session_not_found' })
})

test('an earlier access token keeps its lower level', async () => {
  const { tab, session } = await protectedPerson()
  expect(await me(await accessToken(tab))).toEqual({ status: 200, code: undefined })
  expect(await me(session.access_token)).toEqual({ status: 403, code: 'second_factor_needed' })
  const stolen = await fetch(`${url}/auth/v1/user`, {
    method: 'PUT',
    headers: { ...withBearer(session.access_token), 'content-type': 'application/json' },
    body: JSON.stringify({ password: 'another horse 42' }),
  })
  expect([stolen.status, stolen.headers.get('x-sb-error-code')]).toEqual([401, 'insufficient_aal'])
})

test('with a verified factor a password alone opens neither the product, its files nor its events', async () => {
  const { email, app } = await protectedPerson()
  const { tab, session } = await signedIn(url, email)
  expect((await tab.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
    currentLevel: 'aal1',
    nextLevel: 'aal2',
  })
  expect(await me(session.access_token)).toEqual({ status: 403, code: 'second_factor_needed' })
  for (const path of ['/api/v1/events', '/files/organizations/x/y']) {
    const response = await fetch(url + path, { headers: withBearer(session.access_token) })
    expect(response.ok, path).toBe(false)
  }
  const events = await fetch(`${url}/api/v1/events`, { headers: withBearer(session.access_token) })
  expect([events.status, await events.json()]).toMatchObject([403, { error: { code: 'second_factor_needed' } }])
  await afterHalfAMinute(admin)
  expect((await prove(tab, app)).error).toBeNull()
  expect(await me(await accessToken(tab))).toEqual({ status: 200, code: undefined })
  expect(await me(session.access_token)).toEqual({ status: 403, code: 'second_factor_needed' })
})

test("a verified factor ends the sessions that didn't pass one, and no others", async () => {
  const { tab, email, app } = await protectedPerson()
  const other = await signedIn(url, email)
  await afterHalfAMinute(admin)
  expect((await prove(other.tab, app)).error).toBeNull()
  const waiting = await signedIn(url, email)
  expect(await me(await accessToken(tab))).toMatchObject({ status: 200 })
  await afterHalfAMinute(admin)
  expect((await prove(other.tab, app)).error).toBeNull()
  expect(await me(await accessToken(tab))).toMatchObject({ status: 200 })
  expect(await readUserWith(url, waiting.session.access_token)).toEqual({ status: 403, code: 'session_not_found' })
})

test('S19: a code works once', async () => {
  const { tab, app } = await protectedPerson()
  await afterHalfAMinute(admin)
  const given = { factorId: app.factorId, code: codeOf(app.secret) }
  expect((await tab.mfa.challengeAndVerify(given)).error).toBeNull()
  expect((await tab.mfa.challengeAndVerify(given)).error).toMatchObject(
    refusedAs(422, 'mfa_verification_failed', 'Invalid TOTP code entered'),
  )
})

test('S19: of thirty concurrent requests with one code, one succeeds', async () => {
  const { tab, app } = await protectedPerson()
  await afterHalfAMinute(admin)
  const { factorId, secret } = app
  const challenges = await Promise.all(Array.from({ length: 30 }, () => tab.mfa.challenge({ factorId })))
  const token = await accessToken(tab)
  const code = codeOf(secret)
  const answers = await Promise.all(
    challenges.map(({ data }) =>
      post(url, `/factors/${factorId}/verify`, { challenge_id: data?.id, code }, withBearer(token)),
    ),
  )
  const refused = answers.filter(({ status }) => status !== 200)
  expect(refused).toHaveLength(29)
  expect(new Set(refused.map(({ body }) => body['error_code']))).toEqual(new Set(['mfa_verification_failed']))
})

test('S19: a challenge is valid once, from its own address, for five minutes, and for its own factor', async () => {
  const { tab, app } = await protectedPerson()
  const { factorId, secret } = app
  const verify = (challengeId: string) => tab.mfa.verify({ factorId, challengeId, code: codeOf(secret) })
  const ask = async () => (await tab.mfa.challenge({ factorId })).data?.id ?? ''
  await afterHalfAMinute(admin)
  const used = await ask()
  expect((await verify(used)).error).toBeNull()
  await afterHalfAMinute(admin)
  expect((await verify(used)).error).toMatchObject(refusedAs(422, 'mfa_ip_address_mismatch'))
  const elsewhere = await ask()
  await admin.query(`update auth.factor_challenges set peer = '203.0.113.7' where id = $1`, [elsewhere])
  expect((await verify(elsewhere)).error).toMatchObject(refusedAs(422, 'mfa_ip_address_mismatch'))
  const old = await ask()
  await admin.query(`update auth.factor_challenges set created_at = now() - interval '301 seconds' where id = $1`, [
    old,
  ])
  expect((await verify(old)).error).toMatchObject(refusedAs(422, 'mfa_challenge_expired'))
  const second = await enrolled(tab, 'Tablet')
  const ofAnother = (await tab.mfa.challenge({ factorId: second.factorId })).data?.id ?? ''
  for (const unknown of [ofAnother, crypto.randomUUID(), 'x'])
    expect((await verify(unknown)).error).toMatchObject(refusedAs(422, 'mfa_factor_not_found'))
  // All of them with the right code, which is still unused.
  expect((await verify(await ask())).error).toBeNull()
})

test("S19: another user's factor isn't found on any route, nor is an invalid one", async () => {
  const [owner, stranger] = [await protectedPerson(), await protectedPerson()]
  const { factorId } = owner.app
  const token = await accessToken(stranger.tab)
  const call = async (method: string, path: string) => {
    const response = await fetch(`${url}/auth/v1/factors/${path}`, {
      method,
      headers: { ...withBearer(token), 'content-type': 'application/json' },
      ...(method === 'POST' && { body: JSON.stringify({ challenge_id: crypto.randomUUID(), code: '123456' }) }),
    })
    return [response.status, await response.json()]
  }
  for (const [method, rest] of [
    ['POST', '/challenge'],
    ['POST', '/verify'],
    ['DELETE', ''],
  ] as const) {
    const foreign = await call(method, factorId + rest)
    expect(foreign).toMatchObject([404, { error_code: 'mfa_factor_not_found', msg: 'Factor not found' }])
    expect(await call(method, crypto.randomUUID() + rest)).toEqual(foreign)
    expect(await call(method, `none${rest}`)).toMatchObject([404, { error_code: 'validation_failed' }])
  }
  expect((await owner.tab.mfa.listFactors()).data?.totp).toHaveLength(1)
})

test('S19: ten codes can be tried per hour across all servers, and a right one resets the count', async () => {
  const { rates } = testIdentityConfig
  const overrides = { rates: { ...rates, codeByFactor: { burst: 3, count: 3, seconds: 3_600 } } }
  const strict = [await identityServer(overrides, {}, server), await identityServer(overrides, {}, server)]
  const { tab, app } = await protectedPerson()
  const { factorId, secret } = app
  const token = await accessToken(tab)
  const guess = async (i: number, code: string) => {
    const { data } = await tab.mfa.challenge({ factorId })
    const { status, body } = await post(
      strict[i % 2]?.url ?? '',
      `/factors/${factorId}/verify`,
      { challenge_id: data?.id, code },
      withBearer(token),
    )
    return body['error_code'] ?? status
  }
  const wrong = codeOf(secret, 3_600)
  expect(await guess(0, wrong)).toBe('mfa_verification_failed')
  await afterHalfAMinute(admin)
  expect(await guess(1, codeOf(secret))).toBe(200)
  for (const i of [0, 1, 2]) expect(await guess(i, wrong)).toBe('mfa_verification_failed')
  await afterHalfAMinute(admin)
  for (const i of [0, 1]) expect(await guess(i, codeOf(secret))).toBe('over_request_rate_limit')
  const other = await protectedPerson()
  await afterHalfAMinute(admin)
  expect((await prove(other.tab, other.app)).error).toBeNull()
})

test('S19: one address can try second factors fifteen times a minute', async () => {
  const { rates } = testIdentityConfig
  const strict = await identityServer(
    { rates: { ...rates, factorsByPeer: { burst: 2, count: 2, seconds: 60 } } },
    {},
    server,
  )
  const { session } = await signedUp(url)
  const body = { factor_type: 'totp', friendly_name: '' }
  const codes: unknown[] = []
  for (let i = 0; i < 3; i++) {
    const answer = await post(strict.url, '/factors', body, withBearer(session.access_token))
    codes.push(answer.body['error_code'] ?? answer.status)
  }
  expect(codes).toEqual([200, 'mfa_factor_name_conflict', 'over_request_rate_limit'])
})

test("S19: a recovery link doesn't bypass the second factor", async () => {
  const { email } = await protectedPerson()
  const [printed] = await printLinks({ db: server.db, secrets: testSecrets, siteUrl }, email, 'recovery')
  const token_hash = new URL(printed?.link ?? '').searchParams.get('token_hash') ?? ''
  const tab = browserTab(url)
  const session = sessionOf(await tab.verifyOtp({ type: 'recovery', token_hash }))
  expect((await tab.updateUser({ password: 'another horse 42' })).error).toMatchObject(
    refusedAs(401, 'insufficient_aal'),
  )
  expect((await tab.mfa.enroll({ factorType: 'totp', friendlyName: 'Mine' })).error).toMatchObject(
    refusedAs(403, 'insufficient_aal', 'AAL2 required to enroll a new factor'),
  )
  expect(await me(session.access_token)).toEqual({ status: 403, code: 'second_factor_needed' })
  sessionOf(await browserTab(url).signInWithPassword({ email, password: goodPassword }))
})

test("an unfinished enrollment next to a verified factor doesn't let in a session without it", async () => {
  const { email, app, session } = await protectedPerson()
  // As if it had been enrolled at the moment when the other one was verified.
  const left = crypto.randomUUID()
  await admin.query(
    `insert into auth.factors (id, user_id, factor_type, friendly_name, sealed_secret) values ($1, $2, 'totp', 'Left', $3)`,
    [left, session.user.id, testSecrets.seal(app.secret, sealedIn('sealed_secret', left))],
  )
  const thief = await signedIn(url, email)
  expect((await prove(thief.tab, { factorId: left, secret: app.secret })).error).toMatchObject(
    refusedAs(403, 'insufficient_aal', 'AAL2 required to enroll a new factor'),
  )
})

test('setting up refuses a taken name, an eleventh factor, and unsupported types', async () => {
  const { tab } = await signedUp(url)
  const enroll = (friendlyName?: string) =>
    tab.mfa.enroll({ factorType: 'totp', ...(friendlyName && { friendlyName }) })
  expect((await enroll()).error).toBeNull()
  expect((await enroll()).error).toMatchObject(
    refusedAs(422, 'mfa_factor_name_conflict', 'A factor with the friendly name "" for this user already exists'),
  )
  for (let i = 2; i <= 10; i++) expect((await enroll(`App ${i}`)).error).toBeNull()
  expect((await enroll('App 11')).error).toMatchObject(refusedAs(422, 'too_many_enrolled_mfa_factors'))
  const phone = await tab.mfa.enroll({ factorType: 'phone', phone: '+15550100', friendlyName: 'x' })
  expect(phone.error).toMatchObject(refusedAs(422, 'mfa_phone_enroll_not_enabled'))
  const none = await tab.mfa.enroll({ factorType: 'smoke' as 'totp' })
  expect(none.error).toMatchObject(
    refusedAs(400, 'validation_failed', 'factor_type needs to be totp, phone, or webauthn'),
  )
  expect((await enroll('x'.repeat(121))).error).toMatchObject(refusedAs(400, 'validation_failed'))
  expect((await enroll('a\0b')).error).toMatchObject(refusedAs(400, 'validation_failed'))
  // Unfinished ones are replaced after five minutes.
  await admin.query(`update auth.factors set created_at = now() - interval '6 minutes'`)
  expect((await enroll('App 11')).error).toBeNull()
  expect((await tab.mfa.listFactors()).data?.all).toHaveLength(1)
})

test('verifying needs a code, accepts spaces in it, and removes other unfinished enrollments', async () => {
  const { tab } = await signedUp(url)
  const [left, app] = [await enrolled(tab, 'Old phone'), await enrolled(tab, 'Phone')]
  const { data } = await tab.mfa.challenge({ factorId: app.factorId })
  const verify = (code: string) => tab.mfa.verify({ factorId: app.factorId, challengeId: data?.id ?? '', code })
  expect((await verify('')).error).toMatchObject(refusedAs(400, 'validation_failed', 'Code needs to be non-empty'))
  expect((await verify(codeOf(app.secret, 600))).error).toMatchObject(refusedAs(422, 'mfa_verification_failed'))
  const code = codeOf(app.secret)
  expect((await verify(`${code.slice(0, 3)} ${code.slice(3)}`)).error).toBeNull()
  const { data: factors } = await tab.mfa.listFactors()
  expect(factors?.all.map(({ id }) => id)).toEqual([app.factorId])
  expect(factors?.all.map(({ id }) => id)).not.toContain(left.factorId)
})

test('a factor is removed by a session that passed one; those sessions go back to aal1', async () => {
  const { tab, email, app } = await protectedPerson()
  const weak = await signedIn(url, email)
  expect((await weak.tab.mfa.unenroll(app)).error).toMatchObject(
    refusedAs(422, 'insufficient_aal', 'AAL2 required to unenroll verified factor'),
  )
  const second = await secondFactor(tab, 'Tablet')
  expect((await tab.mfa.unenroll(app)).data).toEqual({ id: app.factorId })
  // It proved the tablet last, so it is still at aal2.
  expect(await me(await accessToken(tab))).toMatchObject({ status: 200 })
  expect((await tab.mfa.unenroll(second)).error).toBeNull()
  expect(await me(await accessToken(tab))).toMatchObject({ status: 200 })
  const claims = decodeJwt<{ aal: string; amr: { method: string }[] }>(
    sessionOf(await tab.refreshSession()).access_token,
  )
  expect([claims.aal, claims.amr.map(({ method }) => method)]).toEqual(['aal1', ['password']])
  expect(await me((await signedIn(url, email)).session.access_token)).toMatchObject({ status: 200 })
})

test('an unfinished enrollment is removed by any session of its user', async () => {
  const { tab } = await signedUp(url)
  const { factorId } = await enrolled(tab)
  expect((await tab.mfa.unenroll({ factorId })).data).toEqual({ id: factorId })
  expect((await tab.mfa.listFactors()).data?.all).toEqual([])
})

test('the database holds the secret encrypted, bound to its factor', async () => {
  const { tab } = await signedUp(url)
  const { factorId, secret } = await enrolled(tab)
  const { rows } = await admin.query('select * from auth.factors where id = $1', [factorId])
  const sealed = rows[0].sealed_secret as string
  expect(JSON.stringify(rows)).not.toContain(secret)
  expect(testSecrets.open(sealed, sealedIn('sealed_secret', factorId))).toBe(secret)
  expect(() => testSecrets.open(sealed, sealedIn('sealed_secret', crypto.randomUUID()))).toThrow()
})

test('factors can only be changed within an hour of passing one: after passing it again the same call works', async () => {
  const { tab, session, app } = await protectedPerson()
  await ageSessions(admin, session.user.id)
  const changes = {
    enroll: () => tab.mfa.enroll({ factorType: 'totp', friendlyName: 'Tablet' }),
    unenroll: () => tab.mfa.unenroll({ factorId: app.factorId }),
    'recovery codes': () => tab.mfa.recoveryCodes.generate(),
  }
  for (const [name, change] of Object.entries(changes))
    expect([name, (await change()).error]).toMatchObject([name, { code: 'insufficient_aal' }])
  // Everything else works as before: only this change needs the proof.
  expect((await me(await accessToken(tab))).status).toBe(200)
  await afterHalfAMinute(admin)
  expect((await prove(tab, app)).error).toBeNull()
  expect((await changes['recovery codes']()).error).toBeNull()
  const another = await changes.enroll()
  expect(another.error).toBeNull()
  expect((await tab.mfa.unenroll({ factorId: another.data?.id ?? '' })).error).toBeNull()
  expect((await changes.unenroll()).error).toBeNull()
})

test('an unfinished enrollment can be removed, however its session was authenticated', async () => {
  const { tab, session } = await protectedPerson()
  const unfinished = await enrolled(tab, 'Tablet')
  await admin.query(`update auth.sessions set amr = '[{"method": "totp", "timestamp": 1}]' where user_id = $1`, [
    session.user.id,
  ])
  expect((await tab.mfa.unenroll({ factorId: unfinished.factorId })).error).toBeNull()
})
