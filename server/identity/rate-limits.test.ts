import { expect, test } from 'vitest'
import { testDatabase } from '../testing/database.ts'
import { browserTab, goodPassword, identityServer, post, signedUp, testIdentityConfig } from '../testing/identity.ts'
import { newAddress } from '../testing/new-address.ts'
import { peerOf, takeToken } from './rate-limits.ts'

const database = await testDatabase()
const { db, admin } = database
const { rates } = testIdentityConfig
const wrong = (email: string) => ({ email, password: 'wrong horse 42' })

/** A server that trusts one proxy, us: so a test can come from any address. */
const behindProxy = await identityServer(
  { rates: { ...rates, passwordByAccount: { burst: 5, count: 5, seconds: 3_600 } } },
  { trustedProxies: ['127.0.0.1'] },
  database,
)
const from = (peer: string) => ({ 'x-forwarded-for': peer })
const signIn = (body: object, peer: string) => post(behindProxy.url, '/token?grant_type=password', body, from(peer))

test('guessing on one account is stopped after the burst, from any number of addresses', async () => {
  const { email } = await signedUp(behindProxy.url)
  const statuses: number[] = []
  for (let i = 1; i <= 12; i++) statuses.push((await signIn(wrong(email), `203.0.113.${i}`)).status)
  expect(statuses).toEqual([400, 400, 400, 400, 400, 429, 429, 429, 429, 429, 429, 429])
  const right = await signIn({ email, password: goodPassword }, '203.0.113.99')
  expect([right.status, right.body['error_code'], right.body['msg']]).toEqual([
    429,
    'over_request_rate_limit',
    'Request rate limit reached',
  ])
  expect(Number(right.headers.get('retry-after'))).toBeGreaterThan(0)
})

test('the owner still signs in from an address the account knows', async () => {
  const email = newAddress()
  await post(behindProxy.url, '/signup', { email, password: goodPassword }, from('198.51.100.7'))
  for (let i = 1; i <= 8; i++) await signIn(wrong(email), `203.0.113.${i}`)
  expect((await signIn({ email, password: goodPassword }, '203.0.113.200')).status).toBe(429)
  expect((await signIn({ email, password: goodPassword }, '198.51.100.7')).status).toBe(200)
})

test('a right password resets the count of wrong ones', async () => {
  const { email } = await signedUp(behindProxy.url)
  for (let round = 0; round < 3; round++) {
    for (let i = 0; i < 4; i++) expect((await signIn(wrong(email), '203.0.113.50')).status).toBe(400)
    expect((await signIn({ email, password: goodPassword }, '203.0.113.50')).status).toBe(200)
  }
})

test('an unknown address is limited like a known one', async () => {
  const email = newAddress()
  const statuses: number[] = []
  for (let i = 1; i <= 7; i++) statuses.push((await signIn(wrong(email), `203.0.113.${i}`)).status)
  expect(statuses).toEqual([400, 400, 400, 400, 400, 429, 429])
})

test('one password tried on many accounts is stopped by its address', async () => {
  const strict = await identityServer(
    { rates: { ...rates, signInByPeer: { burst: 6, count: 6, seconds: 3_600 } } },
    {},
    await testDatabase(),
  )
  const statuses: number[] = []
  for (let i = 0; i < 8; i++)
    statuses.push((await post(strict.url, '/token?grant_type=password', wrong(newAddress()))).status)
  expect(statuses).toEqual([400, 400, 400, 400, 400, 400, 429, 429])
})

test('X-Forwarded-For has no effect where no proxy is trusted', async () => {
  const strict = await identityServer(
    { rates: { ...rates, signUpByPeer: { burst: 3, count: 3, seconds: 3_600 } } },
    {},
    await testDatabase(),
  )
  const statuses: number[] = []
  for (let i = 1; i <= 5; i++) {
    const body = { email: newAddress(), password: goodPassword }
    statuses.push(
      (
        await post(strict.url, '/signup', body, {
          ...from(`203.0.113.${i}`),
          'x-real-ip': `203.0.113.${i}`,
          forwarded: `for=203.0.113.${i}`,
        })
      ).status,
    )
  }
  expect(statuses).toEqual([200, 200, 200, 429, 429])
})

test('behind a trusted proxy only the address the proxy added counts, not what the client sent', async () => {
  const strict = await identityServer(
    { rates: { ...rates, signUpByPeer: { burst: 3, count: 3, seconds: 3_600 } } },
    { trustedProxies: ['127.0.0.1'] },
    await testDatabase(),
  )
  const statuses: number[] = []
  for (let i = 1; i <= 5; i++) {
    const body = { email: newAddress(), password: goodPassword }
    statuses.push((await post(strict.url, '/signup', body, from(`203.0.113.${i}, 198.51.100.7`))).status)
  }
  expect(statuses).toEqual([200, 200, 200, 429, 429])
})

test('two processes share their limits', async () => {
  const shared = await testDatabase()
  const strict = { rates: { ...rates, signInByPeer: { burst: 4, count: 4, seconds: 3_600 } } }
  const processes = [await identityServer(strict, {}, shared), await identityServer(strict, {}, shared)]
  const statuses = await Promise.all(
    Array.from({ length: 10 }, async (_, i) => {
      const { url } = processes[i % 2] ?? behindProxy
      return (await post(url, '/token?grant_type=password', wrong(newAddress()))).status
    }),
  )
  expect(statuses.filter((status) => status === 400)).toHaveLength(4)
  expect(statuses.filter((status) => status === 429)).toHaveLength(6)
})

test('the client library reports a limit as an error with its code', async () => {
  const strict = await identityServer(
    { rates: { ...rates, signInByPeer: { burst: 1, count: 1, seconds: 3_600 } } },
    {},
    await testDatabase(),
  )
  await browserTab(strict.url).signInWithPassword(wrong(newAddress()))
  const { error } = await browserTab(strict.url).signInWithPassword(wrong(newAddress()))
  expect(error).toMatchObject({ status: 429, code: 'over_request_rate_limit' })
})

test('too many refreshes answer 503, so that browsers keep their session', async () => {
  const strict = await identityServer(
    { rates: { ...rates, refreshByPeer: { burst: 1, count: 1, seconds: 3_600 } } },
    {},
    await testDatabase(),
  )
  const { session } = await signedUp(strict.url)
  const refresh = () => post(strict.url, '/token?grant_type=refresh_token', { refresh_token: session.refresh_token })
  expect((await refresh()).status).toBe(200)
  const limited = await refresh()
  expect([limited.status, limited.body['error_code']]).toEqual([503, 'unavailable'])
  expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(3_500)
})

test('a bucket refills over time, one token per share of the period', async () => {
  // A token in 1,000 seconds: none by itself during the test.
  const rate = { burst: 2, count: 60, seconds: 60_000 }
  const taken = async () =>
    takeToken(db, 'a bucket', rate).then(
      () => 'taken',
      (error: { code: string }) => error.code,
    )
  expect([await taken(), await taken(), await taken()]).toEqual(['taken', 'taken', 'over_request_rate_limit'])
  await admin.query(`update auth.rate_limits set full_at = full_at - interval '1000 seconds' where key = 'a bucket'`)
  expect([await taken(), await taken()]).toEqual(['taken', 'over_request_rate_limit'])
  await admin.query(`update auth.rate_limits set full_at = full_at - interval '1 day' where key = 'a bucket'`)
  expect([await taken(), await taken(), await taken()]).toEqual(['taken', 'taken', 'over_request_rate_limit'])
})

test('after the clock was a year ahead, a bucket counts as empty and refills in its usual time', async () => {
  const rate = { burst: 2, count: 2, seconds: 20 }
  const refusal = async () =>
    takeToken(db, 'from the future', rate).then(
      () => null,
      (error: { extras: { retry_after_seconds: number } }) => error.extras.retry_after_seconds,
    )
  expect(await refusal()).toBeNull()
  await admin.query(`update auth.rate_limits set full_at = full_at + interval '1 year' where key = 'from the future'`)
  const wait = await refusal()
  expect(wait).toBeGreaterThan(0)
  expect(wait).toBeLessThanOrEqual(10)
  await admin.query(
    `update auth.rate_limits set full_at = full_at - interval '10 seconds' where key = 'from the future'`,
  )
  expect(await refusal()).toBeNull()
})

test('a limited caller learns how long to wait, and waiting that long is enough', async () => {
  const rate = { burst: 3, count: 3, seconds: 300 }
  const waits = async (key: string) =>
    takeToken(db, key, rate).then(
      () => 0,
      (error: { extras: { retry_after_seconds: number } }) => error.extras.retry_after_seconds,
    )
  expect([await waits('told'), await waits('told'), await waits('told')]).toEqual([0, 0, 0])
  const wait = await waits('told')
  expect(wait).toBeGreaterThan(40)
  expect(wait).toBeLessThanOrEqual(101)
  await admin.query(`update auth.rate_limits set full_at = full_at - make_interval(secs => $1) where key = 'told'`, [
    wait,
  ])
  expect(await waits('told')).toBe(0)
})

test('addresses are grouped: IPv6 by its /64, mapped IPv4 as IPv4', () => {
  expect(peerOf('203.0.113.7')).toBe('203.0.113.7')
  expect(peerOf('::ffff:203.0.113.7')).toBe('203.0.113.7')
  expect(peerOf('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::/64')
  expect(peerOf('2001:0db8:0001:0002::1')).toBe('2001:db8:1:2::/64')
  expect(peerOf('2001:db8::1')).toBe('2001:db8:0:0::/64')
  expect(peerOf('fe80::1%eth0')).toBe('fe80:0:0:0::/64')
  expect(peerOf('::1')).toBe('0:0:0:0::/64')
})

test('a port that a proxy adds to the address of a client makes no other peer of it', () => {
  expect(peerOf('203.0.113.7:51234')).toBe('203.0.113.7')
  expect(peerOf('[2001:db8:1:2::9]:51234')).toBe('2001:db8:1:2::/64')
  expect(peerOf('[2001:db8:1:2::9]')).toBe('2001:db8:1:2::/64')
  expect(peerOf('[::ffff:203.0.113.7]:51234')).toBe('203.0.113.7')
})
