import { GoTrueAdminApi } from '@supabase/auth-js'
import { createHmac } from 'node:crypto'
import { exportJWK, generateKeyPair, SignJWT, type JWK, type JWTPayload } from 'jose'
import { expect, test } from 'vitest'
import { readMe } from '../../../contract/me.ts'
import { createLog } from '../../platform/log.ts'
import { cheapPasswords } from '../../testing/app.ts'
import {
  browserTab,
  goodPassword,
  linkOf,
  mailedServer,
  post,
  readUserWith,
  sessionOf,
  signedIn,
  siteUrl,
} from '../../testing/identity.ts'
import { newAddress } from '../../testing/new-address.ts'

const pair = await generateKeyPair('ES256', { extractable: true })
const key: JWK = { ...(await exportJWK(pair.privateKey)), kid: 'operator' }
const lines: string[] = []
const log = createLog('info', { write: (line) => void lines.push(line) })
const server = await mailedServer({ jwtKeys: [key] }, { log })
const { url, admin, mailTo } = server
const now = Math.floor(Date.now() / 1_000)

function token(claims: JWTPayload = {}, header: object = {}, signer = pair.privateKey): Promise<string> {
  return new SignJWT({ role: 'service_role', iat: now, ...claims })
    .setProtectedHeader({ alg: 'ES256', kid: 'operator', ...header })
    .sign(signer)
}

const clientWith = (bearer: string) =>
  new GoTrueAdminApi({ url: `${url}/auth/v1`, headers: { Authorization: `Bearer ${bearer}`, apikey: 'x' } })
const api = clientWith(await token())

async function created(attributes: object = {}) {
  const { data, error } = await api.createUser({
    email: newAddress(),
    password: goodPassword,
    email_confirm: true,
    ...attributes,
  })
  if (!data.user) throw new Error(`no user: ${String(error)}`)
  return data.user as typeof data.user & { email: string }
}

const get = async (bearer: string | null, path = '/admin/users') => {
  const response = await fetch(`${url}/auth/v1${path}`, {
    headers: { 'x-supabase-api-version': '2024-01-01', ...(bearer !== null && { authorization: `Bearer ${bearer}` }) },
  })
  return [response.status, ((await response.json()) as { code?: string }).code]
}

test("administrators' tokens need their role, our key and an age of less than a day", async () => {
  for (const good of [
    token(),
    token({ role: 'supabase_admin' }),
    token({}, { kid: undefined }),
    token({ exp: now + 365 * 86_400 }),
    token({ iat: now - 86_000 }),
    token({ iss: 'supabase', ref: 'anything', aud: 'anyone' }),
  ])
    expect(await get(await good)).toEqual([200, undefined])
  const stranger = await generateKeyPair('ES256', { extractable: true })
  const [head, payload] = (await token()).split('.')
  const hmac = `${Buffer.from(JSON.stringify({ alg: 'HS256', kid: 'operator' })).toString('base64url')}.${payload}`
  const bad: Record<string, string> = {
    'signed by a stranger': await token({}, {}, stranger.privateKey),
    'of an unknown key': await token({}, { kid: 'unknown' }),
    'without an expiry, a day old': await token({ iat: now - 86_500 }),
    'without an expiry and age': await token({ iat: undefined }),
    'without an expiry, from the future': await token({ iat: now + 3_600 }),
    expired: await token({ exp: now - 10 }),
    'valid only later': await token({ exp: now + 600, nbf: now + 300 }),
    unsigned: `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`,
    'signed with HMAC and the public key': `${hmac}.${createHmac('sha256', JSON.stringify(key)).update(hmac).digest('base64url')}`,
    'cut off': `${head}.${payload}.`,
  }
  for (const [name, one] of Object.entries(bad)) expect(await get(one), name).toEqual([403, 'bad_jwt'])
  expect(await get(null)).toEqual([401, 'no_authorization'])
})

test('every admin route refuses everyone else with an error', async () => {
  const user = await created()
  const { session } = await signedIn(url, user.email)
  const routes: [string, string][] = [
    ['GET', '/admin/users'],
    ['POST', '/admin/users'],
    ['GET', `/admin/users/${user.id}`],
    ['PUT', `/admin/users/${user.id}`],
    ['DELETE', `/admin/users/${user.id}`],
    ['GET', `/admin/users/${user.id}/factors`],
    ['DELETE', `/admin/users/${user.id}/factors/${user.id}`],
    ['GET', `/admin/users/${user.id}/passkeys`],
    ['DELETE', `/admin/users/${user.id}/passkeys/${user.id}`],
    ['POST', '/admin/generate_link'],
    ['POST', '/invite'],
  ]
  for (const bearer of [
    session.access_token,
    await token({ role: 'anon' }),
    await token({ role: ['service_role'] }),
    await token({ role: undefined }),
  ])
    for (const [method, path] of routes) {
      const response = await fetch(`${url}/auth/v1${path}`, {
        method,
        headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
        ...(method !== 'GET' && { body: '{}' }),
      })
      expect([response.status, await response.json()], path).toEqual([
        403,
        { code: 403, error_code: 'not_admin', msg: 'User not allowed' },
      ])
    }
  expect((await api.getUserById(user.id)).data.user?.email).toBe(user.email)
})

test('an administrator is not a user: their token opens nothing else', async () => {
  expect(await get(await token(), '/user')).toEqual([403, 'bad_jwt'])
  const me = await fetch(`${url}/api/v1${readMe.path}`, { headers: { authorization: `Bearer ${await token()}` } })
  expect(me.status).toBe(401)
})

test('each use is logged with caller and action, without the token', async () => {
  lines.length = 0
  const bearer = await token({ sub: 'billing', jti: 'one' })
  const { data } = await clientWith(bearer).listUsers()
  await get(await token({ role: 'anon', sub: 'mallory' }))
  const logged = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
  expect(logged.find(({ event }) => event === 'admin_request')).toMatchObject({
    method: 'GET',
    path: '/auth/v1/admin/users',
    role: 'service_role',
    sub: 'billing',
    jti: 'one',
    peer: '127.0.0.1',
  })
  expect(logged.find(({ event }) => event === 'admin_refused')).toMatchObject({ role: 'anon', sub: 'mallory' })
  expect(lines.join('')).not.toContain(bearer.split('.')[2])
  expect(data.users.length).toBeGreaterThan(0)
})

test('users are listed newest first, in pages the client library can turn', async () => {
  for (let i = 0; i < 5; i++) await created()
  const { data: all } = await api.listUsers({ page: 1, perPage: 1_000 })
  const times = all.users.map(({ created_at }) => created_at)
  expect(times).toEqual(times.toSorted().toReversed())
  const { data: first } = await api.listUsers({ page: 1, perPage: 2 })
  expect(first.users.map(({ id }) => id)).toEqual(all.users.slice(0, 2).map(({ id }) => id))
  const { total } = first as { total: number }
  expect(first).toMatchObject({ nextPage: 2, lastPage: Math.ceil(total / 2), aud: 'authenticated' })
  expect(total).toBe(all.users.length)
  const response = await fetch(`${url}/auth/v1/admin/users?page=2&per_page=2`, {
    headers: { authorization: `Bearer ${await token()}` },
  })
  expect(response.headers.get('x-total-count')).toBe(String(total))
  expect(response.headers.get('link')).toBe(
    `</admin/users?page=3&per_page=2>; rel="next", </admin/users?page=${Math.ceil(total / 2)}&per_page=2>; rel="last"`,
  )
  const { data: beyond } = await api.listUsers({ page: 1_000, perPage: 2 })
  expect(beyond.users).toEqual([])
  for (const page of ['-1', '0', 'x', '1.5', '9999999999999'])
    expect(await get(await token(), `/admin/users?page=${page}`), page).toEqual([400, 'validation_failed'])
})

test('a created user is confirmed, has server-only metadata, and can sign in', async () => {
  const user = await created({
    user_metadata: { name: 'Jane' },
    app_metadata: { plan: 'gold', org_id: 'forged', provider: 'forged' },
  })
  expect(user).toMatchObject({
    email_confirmed_at: expect.any(String),
    user_metadata: { name: 'Jane' },
    app_metadata: {
      plan: 'gold',
      provider: 'email',
      providers: ['email'],
      org_id: expect.stringMatching(/^[\da-f-]{36}$/),
    },
    identities: [{ provider: 'email' }],
  })
  const { session } = await signedIn(url, user.email)
  expect(session.user.app_metadata).toMatchObject({ plan: 'gold' })
  const me = await fetch(`${url}/api/v1${readMe.path}`, {
    headers: { authorization: `Bearer ${session.access_token}` },
  })
  expect(me.status).toBe(200)
})

test('invalid users are refused with an error', async () => {
  const taken = await created()
  const imported = await cheapPasswords.hash(goodPassword)
  const cases: [object, number, string][] = [
    [{ email: taken.email }, 422, 'email_exists'],
    [{ email: 'no-address' }, 400, 'validation_failed'],
    [{ email: '' }, 400, 'validation_failed'],
    [{ email: newAddress(), password: 'qwerty' }, 422, 'weak_password'],
    [{ email: newAddress(), phone: '+49123' }, 400, 'phone_provider_disabled'],
    [{ email: newAddress(), role: 'service_role' }, 400, 'validation_failed'],
    [{ email: newAddress(), ban_duration: 'forever' }, 400, 'validation_failed'],
    [{ email: newAddress(), id: 'x' }, 404, 'validation_failed'],
    [{ email: newAddress(), id: taken.id }, 422, 'email_exists'],
    [{ email: newAddress(), password_hash: '$2y$10$abcdefghijklmnopqrstuv' }, 400, 'validation_failed'],
    [{ email: newAddress(), password_hash: imported.replace('m=19456', 'm=1024') }, 400, 'validation_failed'],
    [{ email: newAddress(), password_hash: imported.replace('m=19456', 'm=99999999') }, 400, 'validation_failed'],
    [{ email: newAddress(), app_metadata: { x: 'x'.repeat(5_000) } }, 400, 'validation_failed'],
  ]
  for (const [attributes, status, code] of cases)
    expect((await api.createUser(attributes)).error, JSON.stringify(attributes).slice(0, 80)).toMatchObject({
      status,
      code,
    })
  const id = crypto.randomUUID()
  const { data } = await api.createUser({ id, email: newAddress(), password_hash: imported, email_confirm: true })
  expect(data.user?.id).toBe(id)
  expect(
    (await browserTab(url).signInWithPassword({ email: data.user?.email ?? '', password: goodPassword })).error,
  ).toBeNull()
})

test("an unconfirmed user can't sign in until an administrator confirms them", async () => {
  const { data } = await api.createUser({ email: newAddress(), password: goodPassword })
  const { id = '', email = '' } = data.user ?? {}
  const signIn = () => browserTab(url).signInWithPassword({ email, password: goodPassword })
  expect((await signIn()).error?.code).toBe('email_not_confirmed')
  expect((await api.updateUserById(id, { email_confirm: true })).data.user?.email_confirmed_at).toEqual(
    expect.any(String),
  )
  expect((await signIn()).error).toBeNull()
})

test('metadata is merged, a new address updates the profiles, a new password ends all sessions and is announced by email', async () => {
  const user = await created({ user_metadata: { a: 1, b: 2 }, app_metadata: { plan: 'gold' } })
  const { session } = await signedIn(url, user.email)
  const email = newAddress()
  const changed = await api.updateUserById(user.id, {
    email,
    user_metadata: { b: null, c: 3 },
    app_metadata: { plan: 'silver' },
  })
  expect(changed.data.user).toMatchObject({ email, user_metadata: { a: 1, c: 3 }, app_metadata: { plan: 'silver' } })
  expect((await readUserWith(url, session.access_token)).status).toBe(200)
  const { rows } = await admin.query('select email from profiles where user_id = $1', [user.id])
  expect(rows).toEqual([{ email }])
  expect((await mailTo(user.email)).subject).toBe('Your email address was changed')
  expect((await api.updateUserById(user.id, { password: 'another horse 43' })).error).toBeNull()
  expect(await readUserWith(url, session.access_token)).toEqual({ status: 403, code: 'session_not_found' })
  await signedIn(url, email, 'another horse 43')
  expect((await mailTo(email)).subject).toBe('Your password was changed')
  const other = await created()
  expect((await api.updateUserById(user.id, { email: other.email })).error).toMatchObject({
    status: 422,
    code: 'email_exists',
  })
})

test('a ban ends all sessions immediately and blocks sign-in until it is lifted', async () => {
  const user = await created()
  const { session, tab } = await signedIn(url, user.email)
  const banned = await api.updateUserById(user.id, { ban_duration: '2h45m' })
  const until = new Date((banned.data.user as { banned_until?: string } | null)?.banned_until ?? 0).getTime()
  expect(Math.abs(until - Date.now() - 9_900_000)).toBeLessThan(60_000)
  expect(await readUserWith(url, session.access_token)).toEqual({ status: 403, code: 'user_banned' })
  const me = await fetch(`${url}/api/v1${readMe.path}`, {
    headers: { authorization: `Bearer ${session.access_token}` },
  })
  expect(me.status).toBe(401)
  expect((await tab.refreshSession()).error).toMatchObject({ status: 400, code: 'user_banned' })
  const signIn = () => browserTab(url).signInWithPassword({ email: user.email, password: goodPassword })
  expect((await signIn()).error).toMatchObject({ status: 400, code: 'user_banned' })
  // Only the right password reveals it.
  expect((await browserTab(url).signInWithPassword({ email: user.email, password: 'wrong' })).error?.code).toBe(
    'invalid_credentials',
  )
  await api.updateUserById(user.id, { ban_duration: 'none' })
  expect((await signIn()).error).toBeNull()
  expect(await readUserWith(url, session.access_token)).toEqual({ status: 403, code: 'session_not_found' })
})

test('a deleted user is gone at the next request; a soft-deleted one leaves a row without personal data', async () => {
  const [gone, kept] = [await created(), await created({ user_metadata: { name: 'Jane' } })]
  const sessions = [await signedIn(url, gone.email), await signedIn(url, kept.email)]
  await admin.query(
    `insert into auth.webauthn_credentials (id, user_id, credential_id, public_key, sign_count, friendly_name)
      values (gen_random_uuid(), $1, 'passkey of the deleted', '', 0, 'Jane’s phone')`,
    [kept.id],
  )
  expect((await api.deleteUser(gone.id)).error).toBeNull()
  expect((await api.deleteUser(kept.id, true)).error).toBeNull()
  expect((await api.deleteUser(kept.id, true)).error).toBeNull()
  for (const { session } of sessions) {
    expect(await readUserWith(url, session.access_token)).toEqual({ status: 403, code: 'user_not_found' })
    const me = await fetch(`${url}/api/v1${readMe.path}`, {
      headers: { authorization: `Bearer ${session.access_token}` },
    })
    expect(me.status).toBe(401)
  }
  for (const { email } of [gone, kept])
    expect((await browserTab(url).signInWithPassword({ email, password: goodPassword })).error?.code).toBe(
      'invalid_credentials',
    )
  expect((await api.getUserById(gone.id)).error).toMatchObject({ status: 404, code: 'user_not_found' })
  const { data } = await api.getUserById(kept.id)
  expect(data.user).toMatchObject({ deleted_at: expect.any(String), user_metadata: {}, identities: [] })
  expect(JSON.stringify(data.user)).not.toContain(kept.email)
  const { rows } = await admin.query(
    `select from members where user_id in ($1, $2)
      union all select from auth.webauthn_credentials where user_id = $2
      union all select from auth.identities where user_id = $2`,
    [gone.id, kept.id],
  )
  expect(rows).toEqual([])
  // Their addresses are free again.
  expect((await api.createUser({ email: kept.email, password: goodPassword })).error).toBeNull()
})

test("the only owner of an organization with other members can't be deleted", async () => {
  const [owner, other] = [await created(), await created()]
  const org_id = owner.app_metadata['org_id'] as string
  await admin.query(`insert into members (org_id, user_id, role) values ($1, $2, 'admin')`, [org_id, other.id])
  expect((await api.deleteUser(owner.id)).error).toMatchObject({ status: 409, code: 'conflict' })
  expect((await api.getUserById(owner.id)).error).toBeNull()
  await admin.query(`update members set role = 'owner' where org_id = $1 and user_id = $2`, [org_id, other.id])
  // Two owners leave at the same moment: one of them stays.
  const third = await created()
  await admin.query(`insert into members (org_id, user_id, role) values ($1, $2, 'staff')`, [org_id, third.id])
  const answers = await Promise.all([api.deleteUser(owner.id), api.deleteUser(other.id)])
  expect(answers.map(({ error }) => error?.code ?? 'deleted').toSorted()).toEqual(['conflict', 'deleted'])
})

test('invalid and unknown ids answer 404', async () => {
  const bearer = await token()
  expect(await get(bearer, '/admin/users/x')).toEqual([404, 'validation_failed'])
  expect(await get(bearer, `/admin/users/${crypto.randomUUID()}`)).toEqual([404, 'user_not_found'])
  expect(await get(bearer, `/admin/users/${crypto.randomUUID()}/factors`)).toEqual([404, 'user_not_found'])
  expect((await api.updateUserById(crypto.randomUUID(), {})).error).toMatchObject({
    status: 404,
    code: 'user_not_found',
  })
})

test("a user's factors are listed and removed", async () => {
  const user = await created()
  expect(await api.mfa.listFactors({ userId: user.id })).toMatchObject({ data: { factors: [] }, error: null })
  const id = crypto.randomUUID()
  await admin.query(`insert into auth.factors (id, user_id, factor_type, status) values ($1, $2, 'totp', 'verified')`, [
    id,
    user.id,
  ])
  expect((await api.mfa.listFactors({ userId: user.id })).data?.factors).toMatchObject([{ id, status: 'verified' }])
  expect((await api.mfa.deleteFactor({ userId: user.id, id: crypto.randomUUID() })).error).toMatchObject({
    status: 404,
    code: 'mfa_factor_not_found',
  })
  const other = await created()
  expect((await api.mfa.deleteFactor({ userId: other.id, id })).error).toMatchObject({ code: 'mfa_factor_not_found' })
  expect(await api.mfa.deleteFactor({ userId: user.id, id })).toMatchObject({ error: null })
  expect((await api.mfa.listFactors({ userId: user.id })).data?.factors).toEqual([])
})

test('an email invitation creates an account; a second one voids its link, and one for an existing account is refused', async () => {
  const email = newAddress()
  const { data, error } = await api.inviteUserByEmail(email, {
    data: { team: 'north' },
    redirectTo: `${siteUrl}/welcome`,
  })
  expect(error).toBeNull()
  expect(data.user).toMatchObject({
    email,
    invited_at: expect.any(String),
    user_metadata: { team: 'north' },
    identities: [],
  })
  const first = await mailTo(email)
  expect(first.subject).toBe('You have been invited to Onhand')
  expect(first.link?.searchParams.get('redirect_to')).toBe(`${siteUrl}/welcome`)
  await api.inviteUserByEmail(email)
  const second = linkOf(await mailTo(email))
  expect((await browserTab(url).verifyOtp(linkOf(first))).error?.code).toBe('otp_expired')
  const tab = browserTab(url)
  const session = sessionOf(await tab.verifyOtp(second))
  expect(session.user).toMatchObject({ id: data.user?.id, email_confirmed_at: expect.any(String) })
  expect((await tab.updateUser({ password: goodPassword })).error).toBeNull()
  await signedIn(url, email)
  expect((await api.inviteUserByEmail(email)).error).toMatchObject({ status: 422, code: 'email_exists' })
})

test('a generated link is the published address, works once, and no email is sent', async () => {
  const user = await created()
  const before = await server.mailsTo(user.email)
  const link = async (params: Parameters<typeof api.generateLink>[0]) => {
    const { data, error } = await api.generateLink(params)
    if (!data.properties) throw new Error(String(error))
    return { ...data.properties, user: data.user }
  }
  const recovery = await link({ type: 'recovery', email: user.email, options: { redirectTo: `${siteUrl}/auth/reset` } })
  expect(recovery.action_link).toBe(
    `${siteUrl}/auth/v1/verify?token=${recovery.hashed_token}&type=recovery&redirect_to=${encodeURIComponent(`${siteUrl}/auth/reset`)}`,
  )
  expect(recovery).toMatchObject({
    verification_type: 'recovery',
    redirect_to: `${siteUrl}/auth/reset`,
    email_otp: expect.stringMatching(/^\d{6}$/),
    user: { id: user.id, email: user.email },
  })
  const open = async (address: string) =>
    (await fetch(address.replace(siteUrl, url), { redirect: 'manual' })).headers.get('location') ?? ''
  expect(await open(recovery.action_link)).toMatch(/\/auth\/reset#access_token=.*type=recovery$/)
  expect(await open(recovery.action_link)).toContain('error_code=otp_expired')

  const magic = await link({ type: 'magiclink', email: user.email })
  sessionOf(await browserTab(url).verifyOtp({ email: user.email, token: magic.email_otp, type: 'magiclink' }))
  expect(await server.mailsTo(user.email)).toBe(before)

  const newcomer = newAddress()
  const signUp = await link({
    type: 'signup',
    email: newcomer,
    password: goodPassword,
    options: { data: { name: 'Jo' } },
  })
  expect(signUp).toMatchObject({ verification_type: 'signup', user: { user_metadata: { name: 'Jo' } } })
  sessionOf(await browserTab(url).verifyOtp({ token_hash: signUp.hashed_token, type: 'signup' }))
  await signedIn(url, newcomer)
  // A sign-in link for an unknown address signs up.
  const unknown = newAddress()
  const created2 = await link({ type: 'magiclink', email: unknown })
  expect(created2.verification_type).toBe('signup')
  sessionOf(await browserTab(url).verifyOtp({ token_hash: created2.hashed_token, type: 'email' }))
  const invited = await link({ type: 'invite', email: newAddress() })
  sessionOf(await browserTab(url).verifyOtp({ token_hash: invited.hashed_token, type: 'invite' }))
  // Both halves of an address change.
  const wanted = newAddress()
  const current = await link({ type: 'email_change_current', email: user.email, newEmail: wanted })
  const next = await link({ type: 'email_change_new', email: user.email, newEmail: wanted })
  expect(current.action_link).toContain('&type=email_change&')
  expect(await open(current.action_link)).toContain('#message=Confirmation+link+accepted')
  expect(await open(next.action_link)).toContain('#access_token=')
  expect((await api.getUserById(user.id)).data.user?.email).toBe(wanted)
})

test("links that can't be generated are refused with an error", async () => {
  const user = await created()
  const cases: [object, number, string][] = [
    [{ type: 'recovery', email: newAddress() }, 404, 'user_not_found'],
    [{ type: 'signup', email: user.email, password: goodPassword }, 422, 'email_exists'],
    [{ type: 'signup', email: newAddress(), password: 'qwerty' }, 422, 'weak_password'],
    [{ type: 'invite', email: user.email }, 422, 'email_exists'],
    [{ type: 'reauthentication', email: user.email }, 400, 'validation_failed'],
    [{ type: 'constructor', email: user.email }, 400, 'validation_failed'],
    [{ type: 'recovery', email: 'no-address' }, 400, 'validation_failed'],
    [{ type: 'email_change_new', email: user.email, new_email: 'no-address' }, 400, 'validation_failed'],
    [{ type: 'email_change_new', email: user.email, new_email: user.email }, 422, 'email_exists'],
  ]
  for (const [body, status, code] of cases) {
    const answer = await post(url, '/admin/generate_link', body, { authorization: `Bearer ${await token()}` })
    expect([answer.status, answer.body['error_code']], JSON.stringify(body)).toEqual([status, code])
  }
})

test("a user's passkeys are listed and removed, and the owner is notified by email", async () => {
  const user = await created()
  const { rows } = await admin.query(
    `insert into auth.webauthn_credentials (id, user_id, credential_id, public_key, sign_count, friendly_name)
     values (gen_random_uuid(), $1, $2, '\\x00', 0, 'Laptop') returning id`,
    [user.id, crypto.randomUUID().replaceAll('-', '')],
  )
  const [userId, passkeyId] = [user.id, rows[0].id as string]
  expect((await api.passkey.listPasskeys({ userId })).data).toMatchObject([{ id: passkeyId, friendly_name: 'Laptop' }])
  expect((await api.passkey.deletePasskey({ userId, passkeyId })).error).toBeNull()
  expect(await mailTo(user.email)).toMatchObject({
    subject: 'A passkey was removed',
    text: expect.stringContaining('passkey “Laptop”'),
  })
  const gone = { status: 404, code: 'validation_failed' }
  expect((await api.passkey.deletePasskey({ userId, passkeyId })).error).toMatchObject(gone)
  expect((await api.passkey.listPasskeys({ userId: crypto.randomUUID() })).error).toMatchObject({
    code: 'user_not_found',
  })
})
