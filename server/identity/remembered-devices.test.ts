import { expect, test } from 'vitest'
import { forgetExpired } from '../platform/forget-expired.ts'
import { goodPassword, identityServer, linkOf, mailedServer, post, testIdentityConfig } from '../testing/identity.ts'
import { newAddress } from '../testing/new-address.ts'
import { deviceOf } from './device-cookie.ts'

const { rates } = testIdentityConfig
/** Each test can use any address; ten wrong passwords within the limit's time lock an account. */
const server = await mailedServer(
  { rates: { ...rates, passwordByAccount: { burst: 10, count: 10, seconds: 3_600 } } },
  { trustedProxies: ['127.0.0.1'] },
)
const { url, admin, db, mailTo } = server
const newPassword = 'another horse 43'

type From = { peer?: string; device?: string }

const send = (path: string, body: object, { peer = '198.51.100.7', device }: From = {}) =>
  post(url, path, body, { 'x-forwarded-for': peer, ...(device !== undefined && { cookie: `onhand-device=${device}` }) })
const signIn = (email: string, password = goodPassword, from?: From) =>
  send('/token?grant_type=password', { email, password }, from)

const cookieOf = ({ headers }: { headers: Headers }) =>
  headers.getSetCookie().find((cookie) => cookie.startsWith('onhand-device='))
const deviceIn = (answer: { headers: Headers }) => deviceOf(cookieOf(answer)?.split(';')[0]) ?? ''

/** An account, and the browser that confirmed it. */
async function account(): Promise<{ email: string; device: string }> {
  const email = newAddress()
  await send('/signup', { email, password: goodPassword })
  return { email, device: deviceIn(await send('/verify', linkOf(await mailTo(email)))) }
}

/** A flood of wrong passwords from other addresses, until no more attempts are allowed. */
async function flood(email: string): Promise<void> {
  for (let i = 1; i <= 11; i++) await signIn(email, 'wrong horse 42', { peer: `203.0.113.${i}` })
  expect((await signIn(email, goodPassword, { peer: '192.0.2.1' })).status).toBe(429)
}

test('strangers can lock unknown devices, but never one that has signed in before', async () => {
  const { email, device } = await account()
  await flood(email)
  // From an address that the account has never seen.
  const answer = await signIn(email, goodPassword, { peer: '192.0.2.2', device })
  expect(answer.status).toBe(200)
  // The block lasts as long as the flood.
  await flood(email)
  expect((await signIn(email, goodPassword, { peer: '192.0.2.3', device })).status).toBe(200)
})

test("a stranger behind the owner's address doesn't lock a known device either", async () => {
  const { email, device } = await account()
  const home = '198.51.100.7'
  for (let i = 0; i < 12; i++) await signIn(email, 'wrong horse 42', { peer: home })
  expect((await signIn(email, goodPassword, { peer: home })).status).toBe(429)
  expect((await signIn(email, goodPassword, { peer: home, device })).status).toBe(200)
})

test('a known device has as many attempts as any, and no more', async () => {
  const { email, device } = await account()
  const statuses: number[] = []
  for (let i = 1; i <= 12; i++)
    statuses.push((await signIn(email, 'wrong horse 42', { peer: `203.0.113.${i}`, device })).status)
  expect(statuses).toEqual([...Array<number>(10).fill(400), 429, 429])
  // Its attempts are counted separately.
  expect((await signIn(email, goodPassword, { peer: '192.0.2.9' })).status).toBe(200)
})

test('a device is known for the accounts that signed in on it; a forged cookie for none', async () => {
  const [mine, other] = [await account(), await account()]
  await flood(mine.email)
  for (const device of [other.device, 'A'.repeat(43), 'short', "' or 1=1 --", ''])
    expect((await signIn(mine.email, goodPassword, { peer: '192.0.2.4', device })).status, device).toBe(429)
  // Two people at one browser.
  expect((await signIn(other.email, goodPassword, { device: mine.device })).status).toBe(200)
  await flood(other.email)
  for (const { email } of [mine, other])
    expect((await signIn(email, goodPassword, { peer: '192.0.2.5', device: mine.device })).status).toBe(200)
})

test('an emailed link signs the owner in on an unknown device, and makes it known', async () => {
  const { email } = await account()
  await flood(email)
  await send('/otp', { email }, { peer: '192.0.2.6' })
  const answer = await send('/verify', linkOf(await mailTo(email)), { peer: '192.0.2.6' })
  expect(answer.status).toBe(200)
  await flood(email)
  expect((await signIn(email, goodPassword, { peer: '192.0.2.7', device: deviceIn(answer) })).status).toBe(200)
})

test('the cookie is for sign-in only, hidden from scripts and other sites, and renewed at every sign-in', async () => {
  const { email, device } = await account()
  const answer = await signIn(email, goodPassword, { device })
  // It is Secure without a proxy that says so, because browsers use an https address.
  expect(cookieOf(answer)).toBe(
    `onhand-device=${device}; Path=/auth/v1; Max-Age=34560000; HttpOnly; SameSite=Strict; Secure`,
  )
  const overTls = await post(
    url,
    '/token?grant_type=password',
    { email, password: goodPassword },
    { 'x-forwarded-proto': 'https', 'x-forwarded-for': '192.0.2.8' },
  )
  expect(cookieOf(overTls)).toMatch(/; Secure$/)
  expect(deviceIn(overTls)).not.toBe(device)
  // Neither a refusal nor a refresh makes a browser known.
  expect(cookieOf(await signIn(email, 'wrong horse 42'))).toBeUndefined()
  const refreshed = await send('/token?grant_type=refresh_token', { refresh_token: answer.body['refresh_token'] })
  expect([refreshed.status, cookieOf(refreshed)]).toEqual([200, undefined])
  const { rows } = await admin.query('select d::text as row from auth.remembered_devices d')
  expect(JSON.stringify(rows)).not.toContain(device)
})

test('a new password forgets every device but the one it is set on', async () => {
  const { email, device } = await account()
  const elsewhere = deviceIn(await signIn(email, goodPassword, { peer: '192.0.2.10' }))
  const { body } = await signIn(email, goodPassword, { device })
  const changed = await fetch(`${url}/auth/v1/user`, {
    method: 'PUT',
    headers: {
      authorization: `Bearer ${String(body['access_token'])}`,
      'content-type': 'application/json',
      cookie: `onhand-device=${device}`,
    },
    body: JSON.stringify({ password: newPassword }),
  })
  expect(changed.status).toBe(200)
  for (let i = 1; i <= 11; i++) await signIn(email, 'wrong horse 42', { peer: `203.0.113.${i}` })
  expect((await signIn(email, newPassword, { peer: '192.0.2.11', device: elsewhere })).status).toBe(429)
  expect((await signIn(email, newPassword, { peer: '192.0.2.12', device })).status).toBe(200)
})

test('twenty devices of a user are remembered, and each for 400 days after its last sign-in', async () => {
  const { email, device } = await account()
  const { rows: users } = await admin.query<{ id: string }>('select id from auth.users where email = $1', [email])
  const id = users[0]?.id
  await admin.query(
    `insert into auth.remembered_devices (user_id, device_hash, used_at)
     select $1, sha256(n::text::bytea), now() - interval '1 day' from generate_series(1, 30) n`,
    [id],
  )
  await signIn(email, goodPassword, { device })
  const count = async () =>
    (
      await admin.query<{ n: number }>('select count(*)::int as n from auth.remembered_devices where user_id = $1', [
        id,
      ])
    ).rows[0]?.n
  expect(await count()).toBe(20)
  await admin.query(`update auth.remembered_devices set used_at = now() - interval '401 days' where user_id = $1`, [id])
  await flood(email)
  expect((await signIn(email, goodPassword, { peer: '192.0.2.13', device })).status).toBe(429)
  await forgetExpired(db)
  expect(await count()).toBe(0)
})

test('without a mail server the browser used to sign up is known', async () => {
  const { url: unmailed } = await identityServer({}, {}, server)
  const email = newAddress()
  const answer = await post(unmailed, '/signup', { email, password: goodPassword }, { 'x-forwarded-for': '192.0.2.14' })
  await flood(email)
  expect((await signIn(email, goodPassword, { peer: '192.0.2.15', device: deviceIn(answer) })).status).toBe(200)
})
