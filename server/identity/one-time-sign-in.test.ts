import { decodeJwt } from 'jose'
import { expect, test } from 'vitest'
import {
  browserTab,
  confirmedPerson,
  goodPassword,
  linkOf,
  mailedServer,
  post,
  sessionOf,
  testIdentityConfig,
} from '../testing/identity.ts'
import { newAddress } from '../testing/new-address.ts'

const server = await mailedServer()
const { url, admin, mailTo, mailsTo } = server

const account = async () => (await confirmedPerson(server, browserTab(url))).email

test('a link or a code signs in without the password', async () => {
  const email = await account()
  expect((await browserTab(url).signInWithOtp({ email })).error).toBeNull()
  const mail = await mailTo(email)
  expect(mail.subject).toBe('Sign in to Onhand')
  const session = sessionOf(await browserTab(url).verifyOtp(linkOf(mail)))
  expect(decodeJwt(session.access_token)['amr']).toEqual([{ method: 'otp', timestamp: expect.any(Number) }])
  await browserTab(url).signInWithOtp({ email })
  const { code = '' } = await mailTo(email)
  expect(sessionOf(await browserTab(url).verifyOtp({ email, token: code, type: 'email' })).user.email).toBe(email)
  // The password works as before.
  expect((await browserTab(url).signInWithPassword({ email, password: goodPassword })).error).toBeNull()
})

test('an unknown address signs up with its link, unless the caller or the operator rules that out', async () => {
  const email = newAddress()
  await browserTab(url).signInWithOtp({ email, options: { data: { company_name: 'Bolts Inc' } } })
  const session = sessionOf(await browserTab(url).verifyOtp(linkOf(await mailTo(email))))
  expect(session.user.user_metadata).toEqual({ company_name: 'Bolts Inc' })
  const { rows } = await admin.query(
    'select s.company_name from members m join organization_settings s using (org_id) where m.user_id = $1',
    [session.user.id],
  )
  expect(rows).toEqual([{ company_name: 'Bolts Inc' }])

  const stranger = newAddress()
  const answer = await browserTab(url).signInWithOtp({ email: stranger, options: { shouldCreateUser: false } })
  expect(answer.error).toBeNull()
  const closed = await mailedServer({ signUpAllowed: false }, {}, server)
  expect((await browserTab(closed.url).signInWithOtp({ email: stranger })).error).toBeNull()
  expect(await closed.mailsTo(stranger)).toBe(0)
  expect(await mailsTo(stranger)).toBe(0)
  const { rows: users } = await admin.query('select 1 from auth.users where email = $1', [stranger])
  expect(users).toEqual([])
})

test('with PKCE the link redirects with a code for the requesting browser', async () => {
  const email = await account()
  const tab = browserTab(url, 'pkce')
  await tab.signInWithOtp({ email })
  const { body } = await post(url, '/confirm', linkOf(await mailTo(email)))
  const code = new URL(String(body['redirect_to'])).searchParams.get('code') ?? ''
  const session = sessionOf(await tab.exchangeCodeForSession(code))
  expect(decodeJwt(session.access_token)['amr']).toEqual([{ method: 'magiclink', timestamp: expect.any(Number) }])
})

test("codes can't be guessed: ten per hour and account from any number of addresses, and the link still works", async () => {
  const email = await account()
  const { rates } = testIdentityConfig
  const strict = await mailedServer(
    { rates: { ...rates, codeByAccount: { burst: 10, count: 10, seconds: 3_600 } } },
    { trustedProxies: ['127.0.0.1'] },
    server,
  )
  await post(strict.url, '/otp', { email })
  const mail = await strict.mailTo(email)
  const code = mail.code ?? ''
  const attempt = (token: string, to: string, peer: number) =>
    post(strict.url, '/verify', { type: 'email', email: to, token }, { 'x-forwarded-for': `203.0.113.${peer}` })
  const wrong = code === '000000' ? '000001' : '000000'
  for (const to of [email, newAddress()]) {
    const statuses: number[] = []
    for (let i = 1; i <= 12; i++) statuses.push((await attempt(wrong, to, i)).status)
    expect(statuses, 'a known and an unknown address alike').toEqual([...Array<number>(10).fill(403), 429, 429])
  }
  expect((await attempt(code, email, 99)).body).toMatchObject({ error_code: 'over_request_rate_limit' })
  sessionOf(await browserTab(strict.url).verifyOtp(linkOf(mail)))
})

test('what a link request must contain', async () => {
  const tab = browserTab(url)
  expect((await tab.signInWithOtp({ phone: '+4912345678' })).error).toMatchObject({
    status: 400,
    code: 'phone_provider_disabled',
    message: 'Unsupported phone provider',
  })
  expect((await tab.signInWithOtp({ email: 'no-address' })).error).toMatchObject({
    status: 400,
    code: 'validation_failed',
  })
  expect((await post(url, '/otp', {})).body).toMatchObject({ error_code: 'validation_failed' })
})

test('a malformed code or link is refused with an error', async () => {
  const cases: [object, number, string, string?][] = [
    [{ type: 'email' }, 400, 'validation_failed', 'Verify requires either a token or a token hash'],
    [
      { type: 'email', token: '1', token_hash: '2' },
      400,
      'validation_failed',
      'Verify requires either a token or a token hash',
    ],
    [{ token: '123456', email: 'a@b.co' }, 400, 'validation_failed', 'Verify requires a verification type'],
    [
      { type: 'email', token: '123456' },
      400,
      'validation_failed',
      'Only an email address or phone number should be provided on verify',
    ],
    [
      { type: 'email', token_hash: 'x', email: 'a@b.co' },
      400,
      'validation_failed',
      'Only the token_hash and type should be provided',
    ],
    [{ type: 'constructor', token_hash: 'x' }, 400, 'validation_failed', 'Unsupported verification type'],
    [
      { type: 'sms', token: '123456', phone: 'no' },
      400,
      'validation_failed',
      'Invalid phone number format (E.164 required)',
    ],
    [{ type: 'sms', token: '123456', phone: '+4912345678' }, 403, 'otp_expired', 'Token has expired or is invalid'],
    [{ type: 'email', token: '123456', email: 'a@b.co' }, 403, 'otp_expired', 'Token has expired or is invalid'],
    [{ type: 'email', token_hash: 'x' }, 403, 'otp_expired', 'Email link is invalid or has expired'],
    [{ type: 'email', token: '\0', email: 'a@b.co' }, 403, 'otp_expired'],
    [{ type: 'email', token_hash: '\ud800' }, 403, 'otp_expired'],
  ]
  for (const [body, status, code, message] of cases) {
    const answer = await post(url, '/verify', body)
    expect([answer.status, answer.body['error_code']], JSON.stringify(body)).toEqual([status, code])
    if (message) expect(answer.body['msg']).toBe(message)
  }
  for (const query of ['', '?type=recovery', '?token=x']) {
    const response = await fetch(`${url}/auth/v1/verify${query}`, { redirect: 'manual' })
    expect(response.status, query).toBe(400)
  }
})
