import { decodeJwt, decodeProtectedHeader } from 'jose'
import { expect, test } from 'vitest'
import { browserTab, goodPassword, identityServer, post, sessionOf, signedIn, signedUp } from '../testing/identity.ts'
import { newAddress } from '../testing/new-address.ts'

const server = await identityServer()
const { url, admin } = server

test('signing up returns a session, and the client library has the user', async () => {
  const email = newAddress()
  const tab = browserTab(url)
  const answer = await tab.signUp({
    email: ` ${email.toUpperCase()} `,
    password: goodPassword,
    options: { data: { name: 'Jane' } },
  })
  const session = sessionOf(answer)
  expect(session).toMatchObject({ token_type: 'bearer', expires_in: 3600 })
  expect(session.refresh_token.length).toBeGreaterThanOrEqual(43)
  const { data } = await tab.getUser()
  expect(data.user).toMatchObject({
    id: session.user.id,
    email,
    phone: '',
    aud: 'authenticated',
    role: 'authenticated',
    is_anonymous: false,
    user_metadata: { name: 'Jane' },
    app_metadata: { provider: 'email', providers: ['email'] },
  })
  expect(data.user?.identities?.[0]).toMatchObject({ id: session.user.id, provider: 'email', email })
  expect(data.user).not.toHaveProperty('password_hash')
})

test("the access token has GoTrue's claims and is valid for an hour", async () => {
  const { session, email } = await signedUp(url)
  expect(decodeProtectedHeader(session.access_token)).toMatchObject({
    alg: 'ES256',
    typ: 'JWT',
    kid: expect.any(String),
  })
  const claims = decodeJwt(session.access_token)
  expect(claims).toMatchObject({
    iss: 'onhand',
    aud: 'authenticated',
    sub: session.user.id,
    email,
    phone: '',
    role: 'authenticated',
    aal: 'aal1',
    is_anonymous: false,
    session_id: expect.any(String),
    amr: [{ method: 'password', timestamp: expect.any(Number) }],
    app_metadata: { org_id: expect.any(String) },
  })
  expect((claims.exp ?? 0) - (claims.iat ?? 0)).toBe(3600)
  expect(session.expires_at).toBe(claims.exp)
})

test('getClaims of the client verifies the token with the published keys, without asking for the user', async () => {
  const { tab, session } = await signedUp(url)
  const { data, error } = await tab.getClaims(session.access_token)
  expect(error).toBeNull()
  expect(data?.claims.sub).toBe(session.user.id)
})

test('a taken address is refused in any spelling, and nothing is created', async () => {
  const { email } = await signedUp(url)
  const before = await counts()
  const { error } = await browserTab(url).signUp({ email: email.toUpperCase(), password: 'another password 1' })
  expect(error).toMatchObject({ status: 422, code: 'user_already_exists', message: 'User already registered' })
  expect(await counts()).toEqual(before)
  await signedIn(url, email)
})

test('of twenty concurrent sign-ups with one address, one succeeds and creates one organization', async () => {
  const email = newAddress()
  const before = await counts()
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => browserTab(url).signUp({ email, password: goodPassword })),
  )
  expect(answers.filter(({ error }) => error === null)).toHaveLength(1)
  expect(answers.filter(({ error }) => error?.code === 'user_already_exists')).toHaveLength(19)
  const after = await counts()
  expect([after.users - before.users, after.organizations - before.organizations]).toEqual([1, 1])
})

test('a weak password is refused with its reasons', async () => {
  const cases: [string, string, string[]][] = [
    ['12345', 'Password should be at least 6 characters.', ['length']],
    ['👍👍👍👍👍', 'Password should be at least 6 characters.', ['length']],
    ['Password123', 'Password is known to be weak and easy to guess, please choose a different one.', ['pwned']],
    ['        ', 'Password can’t be only spaces.', ['characters']],
    ['\u00A0\u3000\u200B\t\n\0', 'Password can’t be only spaces.', ['characters']],
    ['qwerty', 'Password is known to be weak and easy to guess, please choose a different one.', ['pwned']],
  ]
  for (const [password, message, reasons] of cases) {
    const { error } = await browserTab(url).signUp({ email: newAddress(), password })
    expect(error, password).toMatchObject({ status: 422, code: 'weak_password', message, reasons })
  }
})

test("a password of exactly the minimum length is accepted, the address itself isn't", async () => {
  const tab = browserTab(url)
  expect((await tab.signUp({ email: newAddress(), password: 'xk4!pz' })).error).toBeNull()
  const email = newAddress()
  expect((await tab.signUp({ email, password: email })).error?.code).toBe('weak_password')
})

test('72 characters of password work and 73 are refused, never truncated', async () => {
  const email = newAddress()
  const password = 'ü'.repeat(71) + '1'
  expect((await browserTab(url).signUp({ email, password })).error).toBeNull()
  expect((await browserTab(url).signInWithPassword({ email, password: 'ü'.repeat(71) + '2' })).error?.code).toBe(
    'invalid_credentials',
  )
  const { error } = await browserTab(url).signUp({ email: newAddress(), password: `${password}x` })
  expect(error).toMatchObject({
    status: 400,
    code: 'validation_failed',
    message: 'Password cannot be longer than 72 characters',
  })
})

test('an invalid address is refused', async () => {
  const wrong = [
    'jane',
    'jane@',
    '@example.com',
    'jane@example',
    'a b@example.com',
    '"<img/onerror>"@x.com',
    'jane@-x.com',
    `${'a'.repeat(65)}@x.com`,
    'j\0@x.com',
    '<a@b.de>',
  ]
  for (const email of wrong) {
    const { error } = await browserTab(url).signUp({ email, password: goodPassword })
    expect(error, email).toMatchObject({
      status: 400,
      code: 'validation_failed',
      message: 'Unable to validate email address: invalid format',
    })
  }
})

test("GoTrue's refusals have the same names here", async () => {
  const tab = browserTab(url)
  expect((await tab.signInAnonymously()).error).toMatchObject({ status: 422, code: 'anonymous_provider_disabled' })
  expect((await tab.signUp({ phone: '+4912345678', password: goodPassword })).error).toMatchObject({
    status: 400,
    code: 'phone_provider_disabled',
  })
  expect((await tab.signUp({ email: newAddress(), password: '' })).error).toMatchObject({
    code: 'validation_failed',
    message: 'Signup requires a valid password',
  })
})

test('an instance that is closed to sign-ups says so', async () => {
  const closed = await identityServer({ signUpAllowed: false }, {}, server)
  const { error } = await browserTab(closed.url).signUp({ email: newAddress(), password: goodPassword })
  expect(error).toMatchObject({ status: 422, code: 'signup_disabled' })
})

test('unknown fields are ignored: no role, confirmation or organization can be set', async () => {
  const victim = await signedUp(url)
  const email = newAddress()
  const forged = {
    role: 'service_role',
    aud: 'admin',
    is_super_admin: true,
    id: victim.session.user.id,
    own_org_id: victim.session.user.app_metadata['org_id'],
    app_metadata: { org_id: victim.session.user.app_metadata['org_id'] },
  }
  const { status, body } = await post(
    url,
    '/signup',
    JSON.stringify({ email, password: goodPassword, data: { role: 'owner', deep: { x: 1 } }, ...forged }).replaceAll(
      /"(data|deep)":\{/g,
      '"$1":{"__proto__":{"polluted":true},',
    ),
  )
  expect(status).toBe(200)
  const user = body['user'] as Record<string, unknown>
  expect(user['id']).not.toBe(victim.session.user.id)
  expect(user).toMatchObject({
    role: 'authenticated',
    aud: 'authenticated',
    user_metadata: { role: 'owner', deep: { x: 1 } },
  })
  expect((user['app_metadata'] as { org_id: string }).org_id).not.toBe(victim.session.user.app_metadata['org_id'])
  expect(JSON.stringify(user['user_metadata'])).not.toContain('polluted')
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
})

test("the organization gets the browser's time zone and its currency, or UTC and US dollars for an unknown one", async () => {
  const zoneAfter = async (data: object) => {
    const { user } = sessionOf(
      await browserTab(url).signUp({ email: newAddress(), password: goodPassword, options: { data } }),
    )
    const { rows } = await admin.query<{ time_zone: string; currency: string }>(
      'select time_zone, currency from organizations join members using (org_id) where user_id = $1',
      [user.id],
    )
    return rows.map(({ time_zone, currency }) => `${time_zone} ${currency}`)
  }
  expect(await zoneAfter({ time_zone: 'America/Sao_Paulo' })).toEqual(['America/Sao_Paulo BRL'])
  expect(await zoneAfter({ time_zone: 'Asia/Calcutta' })).toEqual(['Asia/Kolkata INR'])
  expect(await zoneAfter({ time_zone: 'America/New_York' })).toEqual(['America/New_York USD'])
  for (const time_zone of ['Mars/Olympus', '+02:00', "'; drop table members", 7, null, ['UTC']])
    expect(await zoneAfter({ time_zone }), String(time_zone)).toEqual(['UTC USD'])
  expect(await zoneAfter({})).toEqual(['UTC USD'])
})

test("metadata that is too large for a token or can't be stored is refused", async () => {
  const send = (data: object) => post(url, '/signup', { email: newAddress(), password: goodPassword, data })
  expect((await send({ note: 'x'.repeat(4_100) })).body).toMatchObject({ code: 400, error_code: 'validation_failed' })
  expect((await send({ note: 'a\0b' })).body).toMatchObject({ code: 400, error_code: 'validation_failed' })
  expect((await send({ 'a\0b': 1 })).body).toMatchObject({ code: 400, error_code: 'validation_failed' })
  for (const data of [
    { note: 'half \ud800' },
    { '\udc00': 1 },
    { deep: [{ note: '\ud800' }] },
    { time_zone: '\ud800' },
  ])
    expect((await send(data)).body).toMatchObject({ code: 400, msg: 'User metadata must be well-formed text' })
  expect((await send({ note: 'x'.repeat(4_000) })).status).toBe(200)
  expect((await send({ note: 'a \\u0000 that is only written down', emoji: '🧃' })).status).toBe(200)
})

test('neither password nor token is stored in the database', async () => {
  const { session, email } = await signedUp(url)
  const { rows } = await admin.query(
    `select u::text || coalesce(string_agg(t::text, ''), '') as everything, u.password_hash
     from auth.users u join auth.sessions s on s.user_id = u.id join auth.refresh_tokens t on t.session_id = s.id
     where u.email = $1 group by u.*, u.password_hash`,
    [email],
  )
  const { everything, password_hash } = rows[0] as { everything: string; password_hash: string }
  expect(password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(everything).not.toContain(goodPassword)
  expect(everything).not.toContain(session.refresh_token)
  expect(everything).not.toContain(Buffer.from(session.refresh_token).toString('hex'))
})

async function counts(): Promise<{ users: number; organizations: number }> {
  const { rows } = await admin.query(
    'select (select count(*) from auth.users) as users, (select count(*) from organizations) as organizations',
  )
  return rows[0] as { users: number; organizations: number }
}
