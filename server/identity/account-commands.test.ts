import { expect, test } from 'vitest'
import { testSecrets } from '../testing/app.ts'
import {
  browserTab,
  goodPassword,
  identityServer,
  mailedServer,
  post,
  sessionOf,
  signedIn,
  signedUp,
  siteUrl,
  testIdentityConfig,
} from '../testing/identity.ts'
import { newAddress } from '../testing/new-address.ts'
import { afterHalfAMinute, codeOf, prove, secondFactor } from '../testing/second-factors.ts'
import { printLinks, resetFactors, unlockAccount, type PrintableLink } from './account-commands.ts'

const server = await identityServer()
const { url, db, admin } = server
const print = (email: string, type: PrintableLink) => printLinks({ db, secrets: testSecrets, siteUrl }, email, type)
const open = (printed: { link: string } | undefined) => {
  const { searchParams } = new URL(printed?.link ?? '')
  return browserTab(url).verifyOtp({
    token_hash: searchParams.get('token_hash') ?? '',
    type: searchParams.get('type') as 'recovery',
  })
}

test('without a mail server the operator prints the link an email would contain, valid once', async () => {
  const { email } = await signedUp(url)
  for (const type of ['recovery', 'magiclink'] as const) {
    const [printed] = await print(email.toUpperCase(), type)
    expect(printed).toMatchObject({ email, hours: 1, code: expect.stringMatching(/^\d{6}$/) })
    expect(printed?.link).toMatch(new RegExp(`^${siteUrl}/auth/confirm\\?token_hash=[0-9a-f]{56}&type=${type}$`))
    expect(sessionOf(await open(printed)).user.email).toBe(email)
    expect((await open(printed)).error?.code).toBe('otp_expired')
  }
})

test('an address change is confirmed by both printed links', async () => {
  const { email, tab } = await signedUp(url)
  await expect(print(email, 'email_change')).rejects.toThrow('hasn’t requested an address change')
  const wanted = newAddress()
  await tab.updateUser({ email: wanted })
  const [current, next] = await print(email, 'email_change')
  expect([current?.email, next?.email]).toEqual([email, wanted])
  expect((await open(current)).data.session).toBeNull()
  expect(await print(email, 'email_change')).toMatchObject([{ email: wanted }])
  const [again] = await print(email, 'email_change')
  expect(sessionOf(await open(again)).user.email).toBe(wanted)
})

test('a sign-up whose email never arrived is confirmed, with its password', async () => {
  const mailed = await mailedServer({}, {}, server)
  const email = newAddress()
  await browserTab(mailed.url).signUp({ email, password: goodPassword })
  sessionOf(await open((await print(email, 'signup'))[0]))
  expect((await browserTab(url).signInWithPassword({ email, password: goodPassword })).error).toBeNull()
  await expect(print(email, 'signup')).rejects.toThrow('is already confirmed')
  await expect(print(newAddress(), 'recovery')).rejects.toThrow('There is no account')
})

test('an account locked by wrong passwords is unlocked, and no other', async () => {
  const { rates } = testIdentityConfig
  const strict = await identityServer(
    { rates: { ...rates, passwordByAccount: { burst: 2, count: 1, seconds: 3_600 } } },
    { trustedProxies: ['127.0.0.1'] },
    server,
  )
  const attempt = (email: string, password: string) =>
    post(strict.url, '/token?grant_type=password', { email, password }, { 'x-forwarded-for': '203.0.113.9' })
  const [mine, other] = [(await signedUp(url)).email, (await signedUp(url)).email]
  for (const email of [mine, other]) for (let i = 0; i < 3; i++) await attempt(email, 'wrong horse 42')
  expect((await attempt(mine, goodPassword)).status).toBe(429)
  expect(await unlockAccount(db, ` ${mine.toUpperCase()}`)).toBe(1)
  expect((await attempt(mine, goodPassword)).status).toBe(200)
  expect((await attempt(other, goodPassword)).status).toBe(429)
  expect(await unlockAccount(db, newAddress())).toBe(0)
  const { rows } = await admin.query("select count(*)::int as kept from auth.rate_limits where key like 'password:%'")
  expect(rows).toEqual([{ kept: 1 }])
})

test('resetting second factors lets their owner sign in with the password: factors and passkeys are removed, sessions end, an email is sent', async () => {
  const mailed = await mailedServer({}, {}, server)
  const { tab, email, session } = await signedUp(url)
  await secondFactor(tab)
  await tab.mfa.recoveryCodes.generate()
  await admin.query(
    `insert into auth.webauthn_credentials (id, user_id, credential_id, public_key, sign_count)
     values (gen_random_uuid(), $1, $2, '\\x00', 0)`,
    [session.user.id, crypto.randomUUID()],
  )
  const reset = (address: string) => resetFactors({ db, canMail: true }, address)
  await expect(reset(newAddress())).rejects.toThrow('There is no account')
  expect(await reset(` ${email.toUpperCase()}`)).toEqual({ factors: 2, passkeys: 1 })
  expect((await tab.getUser()).error?.code ?? (await tab.getUser()).error?.name).toBe('AuthSessionMissingError')
  const again = await signedIn(url, email)
  expect((await again.tab.mfa.listFactors()).data?.all).toEqual([])
  expect((await again.tab.passkey.list()).data).toEqual([])
  expect(await mailed.mailTo(email)).toMatchObject({ subject: 'Your second factors were reset' })
  // Nothing to remove: no one is signed out.
  expect(await reset(email)).toEqual({ factors: 0, passkeys: 0 })
  expect((await again.tab.getUser()).error).toBeNull()
})

test('an account locked by wrong second-factor codes is unlocked', async () => {
  const { rates } = testIdentityConfig
  const strict = await identityServer(
    { rates: { ...rates, codeByFactor: { burst: 1, count: 1, seconds: 3_600 } } },
    {},
    server,
  )
  const { tab, email } = await signedUp(url)
  const app = await secondFactor(tab)
  const { tab: weak } = await signedIn(strict.url, email)
  const wrong = { factorId: app.factorId, code: codeOf(app.secret, 3_600) }
  expect((await weak.mfa.challengeAndVerify(wrong)).error?.code).toBe('mfa_verification_failed')
  await afterHalfAMinute(admin)
  expect((await prove(weak, app)).error?.code).toBe('over_request_rate_limit')
  expect(await unlockAccount(db, email)).toBe(1)
  expect((await prove(weak, app)).error).toBeNull()
})
