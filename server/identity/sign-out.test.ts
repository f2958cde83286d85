import { expect, test } from 'vitest'
import { browserTab, identityServer, post, readUserWith, signedIn, signedUp } from '../testing/identity.ts'

const { url } = await identityServer()

/** One person on three devices. */
async function threeDevices() {
  const first = await signedUp(url)
  return [first, await signedIn(url, first.email), await signedIn(url, first.email)] as const
}

const cases = [
  { scope: 'local', ended: [true, false, false] },
  { scope: 'others', ended: [false, true, true] },
  { scope: 'global', ended: [true, true, true] },
] as const

for (const { scope, ended } of cases) {
  test(`signing out with scope ${scope} ends those sessions immediately, access tokens and refresh tokens`, async () => {
    const devices = await threeDevices()
    expect((await devices[0].tab.signOut({ scope })).error).toBeNull()
    for (const [i, { session }] of devices.entries()) {
      const user = await readUserWith(url, session.access_token)
      const me = await fetch(`${url}/api/v1/me`, { headers: { authorization: `Bearer ${session.access_token}` } })
      const refresh = await post(url, '/token?grant_type=refresh_token', { refresh_token: session.refresh_token })
      const expected = ended[i] ? [403, 401, 400] : [200, 200, 200]
      expect([user.status, me.status, refresh.status], `device ${i + 1}`).toEqual(expected)
      if (ended[i]) {
        expect(user.code).toBe('session_not_found')
        expect(refresh.body).toMatchObject({ error_code: 'refresh_token_not_found' })
      }
    }
  })
}

test('without a scope all sessions end, and the answer is an empty 204', async () => {
  const [first, second] = await threeDevices()
  const response = await fetch(`${url}/auth/v1/logout`, {
    method: 'POST',
    headers: { authorization: `Bearer ${first.session.access_token}` },
  })
  expect([response.status, await response.text()]).toEqual([204, ''])
  expect((await readUserWith(url, second.session.access_token)).code).toBe('session_not_found')
})

test('signing out the other devices leaves this one the cookie that shows its pictures', async () => {
  const [first, second] = await threeDevices()
  const cookies = async ({ session }: typeof first, scope: string) => {
    const out = await post(url, `/logout?scope=${scope}`, '', { authorization: `Bearer ${session.access_token}` })
    return [out.status, out.headers.getSetCookie().map((cookie) => cookie.split(';')[0])]
  }
  expect(await cookies(first, 'others')).toEqual([204, []])
  expect(await cookies(first, 'local')).toEqual([204, ['onhand-files=']])
  expect((await readUserWith(url, second.session.access_token)).code).toBe('session_not_found')
})

test('no one else is signed out', async () => {
  const [jane] = await threeDevices()
  const other = await signedUp(url)
  await jane.tab.signOut({ scope: 'global' })
  expect((await readUserWith(url, other.session.access_token)).status).toBe(200)
})

test('an unknown scope is refused and ends nothing', async () => {
  const { session } = await signedUp(url)
  const answer = await post(url, '/logout?scope=everyone', '', { authorization: `Bearer ${session.access_token}` })
  expect([answer.status, answer.body['error_code']]).toEqual([400, 'validation_failed'])
  expect((await readUserWith(url, session.access_token)).status).toBe(200)
})

test('without a session there is nothing to end', async () => {
  expect((await post(url, '/logout', '')).status).toBe(401)
  expect((await browserTab(url).signOut()).error).toBeNull()
})
