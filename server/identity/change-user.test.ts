import { expect, test } from 'vitest'
import { browserTab, goodPassword, identityServer, readUserWith, signedIn, signedUp } from '../testing/identity.ts'
import { ageSessions } from '../testing/second-factors.ts'

const { url, admin } = await identityServer()
const newPassword = 'another horse 43'

test('a new password works, the old one does not, and all other sessions end', async () => {
  const { tab, session, email } = await signedUp(url)
  const other = await signedIn(url, email)
  expect((await tab.updateUser({ password: newPassword })).error).toBeNull()
  expect((await readUserWith(url, session.access_token)).status).toBe(200)
  expect(await readUserWith(url, other.session.access_token)).toEqual({ status: 403, code: 'session_not_found' })
  expect((await other.tab.refreshSession()).error).not.toBeNull()
  await signedIn(url, email, newPassword)
  expect((await browserTab(url).signInWithPassword({ email, password: goodPassword })).error?.code).toBe(
    'invalid_credentials',
  )
})

test('the same, a weak and an overlong password are refused, and no session ends', async () => {
  const { tab, email } = await signedUp(url)
  const other = await signedIn(url, email)
  expect((await tab.updateUser({ password: goodPassword })).error).toMatchObject({ status: 422, code: 'same_password' })
  expect((await tab.updateUser({ password: 'qwerty' })).error).toMatchObject({ status: 422, code: 'weak_password' })
  expect((await tab.updateUser({ password: 'x'.repeat(73) })).error).toMatchObject({ code: 'validation_failed' })
  expect((await tab.updateUser({ password: '' })).error).toMatchObject({ code: 'validation_failed' })
  expect((await readUserWith(url, other.session.access_token)).status).toBe(200)
})

test('an older session must give the current password, which must be right', async () => {
  const { session, email } = await signedUp(url)
  const change = (body: object) => put(session.access_token, body)
  expect(await change({ password: newPassword, current_password: 'wrong horse 42' })).toMatchObject({
    status: 400,
    code: 'current_password_invalid',
  })
  await ageSessions(admin, session.user.id)
  expect(await change({ password: newPassword })).toMatchObject({ status: 400, code: 'current_password_required' })
  expect(await change({ password: newPassword, current_password: goodPassword })).toMatchObject({ status: 200 })
  await signedIn(url, email, newPassword)
})

test('metadata is merged, and a null removes its key', async () => {
  const { tab } = await signedUp(url)
  await tab.updateUser({ data: { name: 'Jane', team: 'north' } })
  const { data, error } = await tab.updateUser({ data: { team: null, floor: 2 } })
  expect(error).toBeNull()
  expect(data.user?.user_metadata).toEqual({ name: 'Jane', floor: 2 })
  const halfACharacter = await tab.updateUser({ data: { name: '\ud800' } })
  expect(halfACharacter.error).toMatchObject({ status: 400, code: 'validation_failed' })
})

test('no change is lost when one user is changed twenty times at once', async () => {
  const { tab, session } = await signedUp(url)
  await Promise.all(Array.from({ length: 20 }, (_, i) => put(session.access_token, { data: { [`key${i}`]: i } })))
  const { data } = await tab.getUser()
  expect(Object.keys(data.user?.user_metadata ?? {})).toHaveLength(20)
})

test('changes that require an administrator or a mailbox are refused or ignored', async () => {
  const { session, email } = await signedUp(url)
  const before = await row(session.user.id)
  expect(await put(session.access_token, { app_metadata: { org_id: 'x' } })).toMatchObject({
    status: 403,
    code: 'not_admin',
  })
  expect(await put(session.access_token, { phone: '+49123' })).toMatchObject({
    status: 400,
    code: 'phone_provider_disabled',
  })
  const forged = {
    role: 'service_role',
    aud: 'x',
    is_super_admin: true,
    email_confirmed_at: null,
    own_org_id: session.user.id,
    id: session.user.id,
  }
  expect(await put(session.access_token, { email, ...forged })).toMatchObject({ status: 200 })
  expect(await row(session.user.id)).toEqual(before)
})

test('of two concurrent password changes one wins, and the other learns that its session ended', async () => {
  const { session, email } = await signedUp(url)
  const other = await signedIn(url, email)
  const [first, second] = await Promise.all([
    put(session.access_token, { password: 'first password 1' }),
    put(other.session.access_token, { password: 'second password 2' }),
  ])
  const codes = [first, second].map(({ status }) => status).toSorted((a, b) => a - b)
  expect(codes).toEqual([200, 403])
  await signedIn(url, email, first.status === 200 ? 'first password 1' : 'second password 2')
})

async function put(access_token: string, body: object): Promise<{ status: number; code: unknown }> {
  const response = await fetch(`${url}/auth/v1/user`, {
    method: 'PUT',
    headers: {
      authorization: `Bearer ${access_token}`,
      'content-type': 'application/json',
      'x-supabase-api-version': '2024-01-01',
    },
    body: JSON.stringify(body),
  })
  return { status: response.status, code: ((await response.json()) as { code?: unknown }).code }
}

async function row(id: string): Promise<unknown> {
  const { rows } = await admin.query(
    'select id, email, password_hash, email_confirmed_at, own_org_id, user_metadata from auth.users where id = $1',
    [id],
  )
  return rows[0]
}
