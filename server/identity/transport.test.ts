import { AuthRetryableFetchError } from '@supabase/auth-js'
import { expect, test } from 'vitest'
import { createLog } from '../platform/log.ts'
import { testDatabase } from '../testing/database.ts'
import { browserTab, goodPassword, identityServer, post, signedUp } from '../testing/identity.ts'
import { newAddress } from '../testing/new-address.ts'

const server = await identityServer()
const { url } = server
const newVersion = { 'x-supabase-api-version': '2024-01-01' }

test('a client that names the new API version gets the error code as text, and the version back', async () => {
  const { status, headers, body } = await post(
    url,
    '/token?grant_type=password',
    { email: newAddress(), password: 'x' },
    newVersion,
  )
  expect([status, body]).toEqual([400, { code: 'invalid_credentials', message: 'Invalid login credentials' }])
  expect(headers.get('x-supabase-api-version')).toBe('2024-01-01')
  expect(headers.get('x-sb-error-code')).toBe('invalid_credentials')
})

test('a client that names none or an invalid one gets the older format', async () => {
  const older: Record<string, string>[] = [
    {},
    { 'x-supabase-api-version': '2023-12-31' },
    { 'x-supabase-api-version': 'newest' },
  ]
  for (const version of older) {
    const { headers, body } = await post(
      url,
      '/token?grant_type=password',
      { email: newAddress(), password: 'x' },
      version,
    )
    expect(body).toEqual({ code: 400, error_code: 'invalid_credentials', msg: 'Invalid login credentials' })
    expect(headers.get('x-supabase-api-version')).toBeNull()
    expect(headers.get('x-sb-error-code')).toBe('invalid_credentials')
  }
})

test('a weak password lists its reasons in both formats', async () => {
  const weak = { email: newAddress(), password: '123' }
  const reasons = { weak_password: { reasons: ['length'] } }
  expect((await post(url, '/signup', weak, newVersion)).body).toEqual({
    code: 'weak_password',
    message: 'Password should be at least 6 characters.',
    ...reasons,
  })
  expect((await post(url, '/signup', weak)).body).toEqual({
    code: 422,
    error_code: 'weak_password',
    msg: 'Password should be at least 6 characters.',
    ...reasons,
  })
})

test("anything but a JSON object is refused, and its text isn't echoed", async () => {
  const password = 'a secret that was cut off'
  for (const body of [
    `{"password":"${password}"`,
    '[]',
    '"text"',
    '5',
    'null',
    `${'['.repeat(200_000)}`,
    '{"email":1}',
    '{"email":["a"]}',
    '{"email":"a@b.co","data":[]}',
  ]) {
    const answer = await post(url, '/signup', body, newVersion)
    expect([answer.status, answer.body['code']], body.slice(0, 40)).toEqual([400, 'bad_json'])
    expect(answer.body['message']).toMatch(/^Could not parse request body as JSON: /)
    expect(JSON.stringify(answer.body)).not.toContain('secret')
  }
})

test('an empty body with a JSON content type counts as an empty object', async () => {
  expect((await post(url, '/signup', '', newVersion)).body).toMatchObject({ code: 'anonymous_provider_disabled' })
})

test('a body beyond 1 MB is refused', async () => {
  const answer = await post(
    url,
    '/signup',
    { email: newAddress(), password: goodPassword, data: { x: 'x'.repeat(1_048_576) } },
    newVersion,
  )
  expect([answer.status, answer.body['code']]).toEqual([413, 'request_entity_too_large'])
})

test('a form of another site cannot post: only JSON is read', async () => {
  const body = JSON.stringify({ email: newAddress(), password: goodPassword })
  for (const type of [
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonp',
  ]) {
    expect((await post(url, '/signup', body, { ...newVersion, 'content-type': type })).status, type).toBe(415)
  }
  expect(
    (await post(url, '/signup', body, { ...newVersion, 'content-type': 'application/json;charset=UTF-8' })).status,
  ).toBe(200)
})

test('an unknown address answers 404 in the same format', async () => {
  for (const path of ['/nothing', '/recover/again', '/admin', '/token/x']) {
    const answer = await post(url, path, {}, newVersion)
    expect([answer.status, answer.body['code']], path).toEqual([404, 'not_found'])
  }
})

test('a body without a content type is refused; no body needs none', async () => {
  const send = (body?: string) =>
    fetch(`${url}/auth/v1/recover`, {
      method: 'POST',
      headers: newVersion,
      ...(body !== undefined && { body: new Blob([body]) }),
    })
  const refused = await send('{"email":"a@example.com"}')
  expect([refused.status, await refused.json()]).toMatchObject([415, { code: 'unsupported_media_type' }])
  expect((await send()).status).toBe(400)
})

test("features this server doesn't offer answer by name that they are disabled", async () => {
  const off: [method: string, path: string, status: number, code: string][] = [
    ['POST', '/sso', 404, 'saml_provider_disabled'],
    ['POST', '/sso/saml/acs', 404, 'saml_provider_disabled'],
    ['GET', '/sso/saml/metadata', 404, 'saml_provider_disabled'],
    ['GET', '/oauth/authorize', 404, 'feature_disabled'],
    ['POST', '/oauth/token', 404, 'feature_disabled'],
    ['POST', '/oauth/clients/register', 404, 'feature_disabled'],
    ['GET', '/oauth/authorizations/x', 404, 'feature_disabled'],
    ['POST', '/oauth/authorizations/x/consent', 404, 'feature_disabled'],
    ['GET', '/user/oauth/grants', 404, 'feature_disabled'],
    ['DELETE', '/user/oauth/grants', 404, 'feature_disabled'],
    ['GET', '/admin/oauth/clients', 404, 'feature_disabled'],
    ['POST', '/token?grant_type=web3', 422, 'web3_provider_disabled'],
    ['POST', '/token?grant_type=id_token', 400, 'provider_disabled'],
    ['GET', '/admin/custom-providers', 404, 'feature_disabled'],
    ['DELETE', '/admin/custom-providers/x', 404, 'feature_disabled'],
    ['POST', '/otp', 400, 'phone_provider_disabled'],
    ['POST', '/resend', 400, 'phone_provider_disabled'],
  ]
  const phone = { phone: '+4912345678', type: 'sms', provider: 'google', id_token: 'x' }
  for (const [method, path, status, code] of off) {
    const response = await fetch(`${url}/auth/v1${path}`, {
      method,
      headers: { ...newVersion, 'content-type': 'application/json' },
      ...(method !== 'GET' && { body: JSON.stringify(phone) }),
    })
    expect([response.status, await response.json()], path).toMatchObject([status, { code }])
  }
})

test('settings and health describe this instance', async () => {
  const read = async (path: string) => (await fetch(`${url}/auth/v1${path}`)).json()
  expect(await read('/settings')).toMatchObject({
    external: { email: true, phone: false, anonymous_users: false },
    disable_signup: false,
    mailer_autoconfirm: true,
    saml_enabled: false,
  })
  expect(await read('/health')).toMatchObject({ name: 'GoTrue' })
})

test('pages of other origins are allowed only if listed', async () => {
  const listed = 'https://app.example.com'
  const open = await identityServer({ corsOrigins: [listed] }, {}, server)
  const ask = async (to: string, origin: string) => {
    const preflight = await fetch(`${to}/auth/v1/token`, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'POST' },
    })
    const answer = await post(to, '/token?grant_type=password', {}, { origin })
    return { preflight: preflight.headers, answer: answer.headers }
  }
  const let_in = await ask(open.url, listed)
  expect(let_in.preflight.get('access-control-allow-origin')).toBe(listed)
  for (const name of ['authorization', 'apikey', 'content-type', 'x-client-info', 'x-supabase-api-version']) {
    expect(let_in.preflight.get('access-control-allow-headers')).toContain(name)
  }
  for (const name of ['x-supabase-api-version', 'x-total-count', 'link']) {
    expect(let_in.answer.get('access-control-expose-headers')).toContain(name)
  }
  for (const origin of [
    'https://evil.example',
    'null',
    'https://app.example.com.evil.example',
    'http://app.example.com',
  ]) {
    const { preflight, answer } = await ask(open.url, origin)
    expect([preflight.get('access-control-allow-origin'), answer.get('access-control-allow-origin')], origin).toEqual([
      null,
      null,
    ])
  }
  expect((await ask(url, listed)).answer.get('access-control-allow-origin')).toBeNull()
})

test('answers with tokens are never cached', async () => {
  const answer = await post(url, '/signup', { email: newAddress(), password: goodPassword })
  expect(answer.headers.get('cache-control')).toBe('no-store')
})

test('without a database every endpoint answers 503, and the client keeps its session', async () => {
  const { session } = await signedUp(url)
  const outage = await testDatabase()
  const gone = await identityServer({}, {}, outage)
  const tab = browserTab(gone.url)
  const working = await tab.signUp({ email: newAddress(), password: goodPassword })
  expect(working.error).toBeNull()
  await outage.admin.query(`alter database ${outage.name} connection limit 0`)
  await outage.admin.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()`,
    [outage.name],
  )
  for (const [path, body] of [
    ['/token?grant_type=refresh_token', { refresh_token: session.refresh_token }],
    ['/token?grant_type=password', { email: newAddress(), password: goodPassword }],
    ['/signup', { email: newAddress(), password: goodPassword }],
  ] as const) {
    const answer = await post(gone.url, path, body, newVersion)
    expect([answer.status, answer.body['code'], answer.headers.get('retry-after')], path).toEqual([
      503,
      'unavailable',
      '1',
    ])
  }
  expect((await tab.getUser()).error).toBeInstanceOf(AuthRetryableFetchError)
  await outage.admin.query(`alter database ${outage.name} connection limit -1`)
  const back = await tab.refreshSession()
  expect(back.error).toBeNull()
})

test('a full disk answers 503 with its reason, to be retried in a minute', async () => {
  const full = await testDatabase()
  const server = await identityServer({}, {}, full)
  await full.admin.query(
    `create function public.no_space() returns trigger language plpgsql as $$
     begin raise 'could not extend file' using errcode = '53100'; end $$;
     create trigger no_space before insert on auth.users for each row execute function public.no_space()`,
  )
  const answer = await post(server.url, '/signup', { email: newAddress(), password: goodPassword }, newVersion)
  expect([answer.status, answer.body, answer.headers.get('retry-after')]).toEqual([
    503,
    {
      code: 'unavailable',
      message: 'The server’s disk is full, so nothing was saved. Contact your administrator.',
    },
    '60',
  ])
})

test('our own fault answers 500 with an id and no reason, and neither logs nor answers contain a secret', async () => {
  const lines: string[] = []
  const database = await testDatabase()
  const logging = await identityServer(
    {},
    { log: createLog('trace', { write: (line) => void lines.push(line) }) },
    database,
  )
  const password = 'very secret horse 77'
  const { tab, session, email } = await signedUp(logging.url)
  await tab.updateUser({ password })
  await tab.refreshSession()
  await tab.signInWithPassword({ email, password: 'wrong secret horse 78' })
  await post(logging.url, '/token?grant_type=refresh_token', { refresh_token: session.refresh_token })
  await post(logging.url, '/signup', `{"email":"x","password":"${password}`)
  await database.admin.query(`alter table auth.users add constraint never check (last_sign_in_at is null) not valid`)
  const broken = await post(logging.url, '/token?grant_type=password', { email, password }, newVersion)
  expect([broken.status, broken.body]).toEqual([
    500,
    { code: 'unexpected_failure', message: 'Unexpected failure, please check server logs for more information' },
  ])
  const older = await post(logging.url, '/token?grant_type=password', { email, password })
  expect(older.body).toMatchObject({ code: 500, error_id: expect.stringMatching(/^[0-9a-f-]{36}$/) })
  const log = lines.join('')
  expect(log).toContain('signed_up')
  expect(log).toContain('sign_in_refused')
  expect(log).toContain('violates check constraint')
  const { rows } = await database.admin.query('select password_hash from auth.users')
  const secrets = [
    password,
    goodPassword,
    'wrong secret',
    session.access_token,
    session.refresh_token,
    ...rows.map((row) => row.password_hash as string),
  ]
  for (const secret of secrets) expect(log).not.toContain(secret)
  expect(log).not.toContain('argon2id')
})
