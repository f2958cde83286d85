import type { GoTrueClient } from '@supabase/auth-js'
import { decodeJwt } from 'jose'
import { expect, test } from 'vitest'
import {
  identityServer,
  mailedServer,
  linkOf,
  browserTab,
  goodPassword,
  post,
  refusedAs,
  sessionOf,
  signedIn,
  signedUp,
  testIdentityConfig,
} from '../../testing/identity.ts'
import { newAddress } from '../../testing/new-address.ts'
import { afterHalfAMinute, prove, secondFactor } from '../../testing/second-factors.ts'

const server = await identityServer()
const { url, admin } = server

/** A person with an authenticator app and ten recovery codes. */
async function withCodes() {
  const person = await signedUp(url)
  const app = await secondFactor(person.tab)
  const { data, error } = await person.tab.mfa.recoveryCodes.generate()
  if (error) throw error
  return { ...person, app, codes: data.codes, id: data.id }
}

async function levelOf(tab: GoTrueClient) {
  return (await tab.mfa.getAuthenticatorAssuranceLevel()).data?.currentLevel
}

test('ten codes are created and shown once, and appear in the list of factors', async () => {
  const { tab, codes, id } = await withCodes()
  expect(new Set(codes).size).toBe(10)
  for (const code of codes) expect(code).toMatch(/^[2-9a-kmnp-z]{16}$/)
  expect((await tab.mfa.recoveryCodes.getStatus()).data).toEqual({
    id,
    type: 'recovery_code',
    total: 10,
    remaining: 10,
  })
  expect((await tab.mfa.listFactors()).data?.recovery_code).toMatchObject([{ id, friendly_name: 'Recovery codes' }])
  expect((await tab.mfa.recoveryCodes.generate()).error).toMatchObject(refusedAs(422, 'mfa_verified_factor_exists'))
  const { rows } = await admin.query('select * from auth.recovery_codes where factor_id = $1', [id])
  for (const code of codes) expect(JSON.stringify(rows)).not.toContain(code.slice(4))
})

test('a code replaces the second factor at sign-in, as typed, and only once', async () => {
  const { email, codes, tab: before } = await withCodes()
  const { tab, session } = await signedIn(url, email)
  const typed = ` ${codes[0]?.toUpperCase().replaceAll(/(.{4})/g, '$1-')} `
  const events: string[] = []
  tab.onAuthStateChange((event) => void events.push(event))
  const verified = await tab.mfa.recoveryCodes.verify({ code: typed })
  expect(verified.error).toBeNull()
  expect(events).toContain('MFA_CHALLENGE_VERIFIED')
  expect(await levelOf(tab)).toBe('aal2')
  const claims = decodeJwt<{ amr: { method: string }[] }>(verified.data?.access_token ?? '')
  expect(claims.amr.map(({ method }) => method)).toEqual(['mfa/recovery_code', 'password'])
  expect(await levelOf(before)).toBe('aal2')
  const stale = await post(url, '/token?grant_type=refresh_token', { refresh_token: session.refresh_token })
  expect(stale.status).toBe(503)
  const again = await signedIn(url, email)
  expect((await again.tab.mfa.recoveryCodes.verify({ code: codes[0] ?? '' })).error).toMatchObject(
    refusedAs(422, 'mfa_verification_failed', 'Invalid recovery code entered'),
  )
  expect((await again.tab.mfa.recoveryCodes.getStatus()).data).toMatchObject({ remaining: 9, total: 10 })
  expect((await again.tab.mfa.recoveryCodes.verify({ code: codes[1] ?? '' })).error).toBeNull()
})

test('of twenty concurrent requests with one code, one succeeds', async () => {
  const { email, codes } = await withCodes()
  const { session } = await signedIn(url, email)
  const answers = await Promise.all(
    Array.from({ length: 20 }, () =>
      post(
        url,
        '/factors/recovery-codes/verify',
        { code: codes[3] },
        { authorization: `Bearer ${session.access_token}` },
      ),
    ),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  const refused = answers.filter(({ status }) => status !== 200).map(({ body }) => body['error_code'])
  expect(new Set(refused)).toEqual(new Set(['mfa_verification_failed']))
})

test('wrong, foreign and missing codes are refused alike, and no further code is accepted', async () => {
  const [mine, other] = [await withCodes(), await withCodes()]
  const { tab } = await signedIn(url, mine.email)
  const code = mine.codes[0] ?? ''
  for (const wrong of [
    other.codes[0] ?? '',
    `${code.slice(0, 15)}${code.endsWith('2') ? '3' : '2'}`,
    code.slice(0, 4),
    'a\0bc',
  ])
    expect((await tab.mfa.recoveryCodes.verify({ code: wrong })).error).toMatchObject(
      refusedAs(422, 'mfa_verification_failed'),
    )
  expect((await tab.mfa.recoveryCodes.verify({ code: ' - ' })).error).toMatchObject(
    refusedAs(400, 'validation_failed', 'Code needs to be non-empty'),
  )
  const plain = await signedUp(url)
  expect((await plain.tab.mfa.recoveryCodes.verify({ code })).error).toMatchObject(
    refusedAs(422, 'mfa_verification_failed'),
  )
  expect((await plain.tab.mfa.recoveryCodes.getStatus()).error).toMatchObject(refusedAs(404, 'mfa_factor_not_found'))
})

test('codes require another second factor, and only a session that passed one can create them', async () => {
  const plain = await signedUp(url)
  const { recoveryCodes } = plain.tab.mfa
  expect((await recoveryCodes.generate()).error).toMatchObject(
    refusedAs(403, 'insufficient_aal', 'AAL2 required to generate recovery codes'),
  )
  const app = await secondFactor(plain.tab)
  expect((await recoveryCodes.regenerate()).error).toMatchObject(refusedAs(404, 'mfa_factor_not_found'))
  expect((await recoveryCodes.unenroll()).error).toMatchObject(refusedAs(404, 'mfa_factor_not_found'))
  await admin.query('delete from auth.factors where id = $1', [app.factorId])
  expect((await recoveryCodes.generate()).error).toMatchObject(refusedAs(422, 'mfa_recovery_codes_sole_factor'))
  const { email } = await withCodes()
  const weak = await signedIn(url, email)
  for (const attempt of [
    await weak.tab.mfa.recoveryCodes.generate(),
    await weak.tab.mfa.recoveryCodes.regenerate(),
    await weak.tab.mfa.recoveryCodes.unenroll(),
  ])
    expect(attempt.error).toMatchObject(refusedAs(403, 'insufficient_aal'))
  const named = await signedUp(url)
  await secondFactor(named.tab, 'Codes')
  expect((await named.tab.mfa.recoveryCodes.generate({ friendlyName: 'Codes' })).error).toMatchObject(
    refusedAs(422, 'mfa_factor_name_conflict'),
  )
})

test('new codes replace the old ones under the same factor, and reset the attempt count', async () => {
  const { rates } = testIdentityConfig
  const overrides = { rates: { ...rates, codeByFactor: { burst: 2, count: 2, seconds: 3_600 } } }
  const strict = await identityServer(overrides, {}, server)
  const { tab, codes, id, email } = await withCodes()
  const weak = await signedIn(strict.url, email)
  const wrong = { code: '2222222222222222' }
  for (let i = 0; i < 2; i++)
    expect((await weak.tab.mfa.recoveryCodes.verify(wrong)).error).toMatchObject(
      refusedAs(422, 'mfa_verification_failed'),
    )
  expect((await weak.tab.mfa.recoveryCodes.verify({ code: codes[0] ?? '' })).error).toMatchObject(
    refusedAs(429, 'mfa_recovery_codes_locked'),
  )
  const made = await tab.mfa.recoveryCodes.regenerate()
  expect(made.data).toMatchObject({ id, total: 10, friendly_name: 'Recovery codes' })
  expect((await weak.tab.mfa.recoveryCodes.verify({ code: codes[0] ?? '' })).error).toMatchObject(
    refusedAs(422, 'mfa_verification_failed'),
  )
  expect((await weak.tab.mfa.recoveryCodes.verify({ code: made.data?.codes[0] ?? '' })).error).toBeNull()
})

test('codes are removed with the last factor they replace, and can be removed alone', async () => {
  const { tab, app } = await withCodes()
  expect((await tab.mfa.unenroll(app)).error).toBeNull()
  expect((await tab.mfa.listFactors()).data?.all).toEqual([])
  const other = await withCodes()
  expect((await other.tab.mfa.unenroll({ factorId: other.id })).error).toMatchObject(
    refusedAs(422, 'validation_failed'),
  )
  expect((await other.tab.mfa.challenge({ factorId: other.id })).error).toMatchObject(
    refusedAs(400, 'validation_failed'),
  )
  expect((await other.tab.mfa.recoveryCodes.unenroll()).data).toEqual({ id: other.id })
  expect((await other.tab.mfa.listFactors()).data?.all).toHaveLength(1)
  expect(await levelOf(other.tab)).toBe('aal2')
})

test('after losing the app a person signs in with a code, removes the app and sets up another', async () => {
  const { email, app, codes } = await withCodes()
  const { tab } = await signedIn(url, email)
  await tab.mfa.recoveryCodes.verify({ code: codes[5] ?? '' })
  expect((await tab.mfa.unenroll(app)).error).toBeNull()
  await tab.refreshSession()
  expect(await levelOf(tab)).toBe('aal1')
  const fresh = await secondFactor(tab, 'New phone')
  expect(await levelOf(tab)).toBe('aal2')
  await afterHalfAMinute(admin)
  expect((await prove((await signedIn(url, email)).tab, fresh)).error).toBeNull()
})

test('an email is sent for every factor added or removed, and for recovery codes created and used', async () => {
  const mailed = await mailedServer()
  const email = newAddress()
  const tab = browserTab(mailed.url)
  await tab.signUp({ email, password: goodPassword })
  sessionOf(await tab.verifyOtp(linkOf(await mailed.mailTo(email))))
  const app = await secondFactor(tab, 'Phone')
  expect(await mailed.mailTo(email)).toMatchObject({
    subject: 'A second factor was added',
    text: expect.stringContaining('authenticator app “Phone”'),
  })
  const codes = (await tab.mfa.recoveryCodes.generate()).data?.codes
  expect(await mailed.mailTo(email)).toMatchObject({ subject: 'You have new recovery codes' })
  const { tab: elsewhere } = await signedIn(mailed.url, email)
  await elsewhere.mfa.recoveryCodes.verify({ code: codes?.[0] ?? '' })
  expect(await mailed.mailTo(email)).toMatchObject({
    subject: 'A recovery code was used',
    text: expect.stringContaining('Codes left: 9.'),
  })
  const sent = await mailed.mailsTo(email)
  const { data } = await tab.mfa.enroll({ factorType: 'totp', friendlyName: 'Left' })
  await tab.mfa.unenroll({ factorId: data?.id ?? '' })
  // No email is sent about an enrollment that was never finished.
  expect(await mailed.mailsTo(email)).toBe(sent)
  await tab.mfa.unenroll(app)
  expect(await mailed.mailTo(email)).toMatchObject({
    subject: 'A second factor was removed',
    text: expect.stringContaining('authenticator app “Phone”'),
  })
  const { text } = await mailed.mailTo(email)
  for (const code of codes ?? []) expect(text).not.toContain(code)
})
