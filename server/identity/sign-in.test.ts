import fastify from 'fastify'
import { expect, test } from 'vitest'
import { testSecrets } from '../testing/app.ts'
import {
  browserTab,
  goodPassword,
  identityServer,
  post,
  signedIn,
  signedUp,
  testIdentityConfig,
} from '../testing/identity.ts'
import { newAddress } from '../testing/new-address.ts'
import { argon2id, createPasswords } from './passwords.ts'
import { registerIdentity } from '../register-identity.ts'
import { loadSigningKeys } from './signing-keys.ts'

const server = await identityServer()
const { url } = server

test('the right password opens a session, whatever the case of the address', async () => {
  const { email, session } = await signedUp(url)
  const again = await signedIn(url, ` ${email.toUpperCase()}`)
  expect(again.session.user.id).toBe(session.user.id)
  expect(again.session.refresh_token).not.toBe(session.refresh_token)
  expect(again.session.user.last_sign_in_at).not.toBe(session.user.last_sign_in_at)
})

test('a wrong, differently cased or empty password and an unknown address get the same answer', async () => {
  const { email } = await signedUp(url)
  const attempts = [
    { email, password: 'wrong horse 42' },
    { email, password: goodPassword.toUpperCase() },
    { email, password: '' },
    { email: newAddress(), password: goodPassword },
    { email: 'no address at all', password: goodPassword },
    { email: `${email}\0`, password: goodPassword },
    { email: '\0', password: goodPassword },
    { email: '\ud800@example.com', password: goodPassword },
  ]
  for (const attempt of attempts) {
    const { status, body } = await post(url, '/token?grant_type=password', attempt, {
      'x-supabase-api-version': '2024-01-01',
    })
    expect({ status, body }).toEqual({
      status: 400,
      body: { code: 'invalid_credentials', message: 'Invalid login credentials' },
    })
  }
  const { error, data } = await browserTab(url).signInWithPassword({ email, password: 'wrong horse 42' })
  expect(error).toMatchObject({ status: 400, code: 'invalid_credentials' })
  expect(data.session).toBeNull()
})

test('an unknown address costs one hash, as a known one does', async () => {
  let hashes = 0
  const passwords = createPasswords((parameters) => (hashes++, argon2id(parameters)))
  const keys = await loadSigningKeys(server.db, testSecrets, testIdentityConfig)
  const app = fastify()
  await registerIdentity(app, {
    db: server.db,
    config: testIdentityConfig,
    keys,
    passwords,
    secrets: testSecrets,
    mails: null,
  })
  const { email } = await signedUp(url)
  const spent = async (path: string, body: object) => {
    hashes = 0
    const { statusCode } = await app.inject({ method: 'POST', url: `/auth/v1${path}`, payload: body })
    return { statusCode, hashes }
  }
  const wrong = { password: 'wrong horse 42' }
  expect(await spent('/token?grant_type=password', { email, ...wrong })).toEqual({ statusCode: 400, hashes: 1 })
  expect(await spent('/token?grant_type=password', { email: newAddress(), ...wrong })).toEqual({
    statusCode: 400,
    hashes: 1,
  })
  // Signing up hashes before it looks, so a taken address takes as long as a free one.
  expect(await spent('/signup', { email, password: goodPassword })).toEqual({ statusCode: 422, hashes: 1 })
  expect(await spent('/signup', { email: newAddress(), password: goodPassword })).toEqual({
    statusCode: 200,
    hashes: 1,
  })
  await app.close()
})

test('a password that has become too weak still signs in and is flagged in the response', async () => {
  const { email } = await signedUp(url)
  const stricter = await identityServer({ passwordMinCharacters: 20 }, {}, server)
  const { data, error } = await browserTab(stricter.url).signInWithPassword({ email, password: goodPassword })
  expect(error).toBeNull()
  expect(data.weakPassword).toEqual({ message: 'Password should be at least 20 characters.', reasons: ['length'] })
})

test('expired sessions, and the oldest beyond a hundred, are deleted with their tokens', async () => {
  const { email, session } = await signedUp(url)
  const addSessions = (count: number, age: string) =>
    server.admin.query(
      `with added as (
         insert into auth.sessions (id, user_id, created_at, refreshed_at)
         select gen_random_uuid(), $1, now() - $3::interval, now() - $3::interval from generate_series(1, $2)
         returning id)
       insert into auth.refresh_tokens (token_hash, session_id, generation)
       select sha256(uuid_send(id)), id, 1 from added`,
      [session.user.id, count, age],
    )
  await addSessions(120, '1 day')
  await addSessions(7, '91 days')
  await signedIn(url, email)
  const { rows } = await server.admin.query(
    `select count(*) as sessions, count(*) filter (where s.created_at > now() - interval '1 hour') as recent,
       (select count(*) from auth.refresh_tokens t join auth.sessions o on o.id = t.session_id where o.user_id = $1) as tokens
     from auth.sessions s where s.user_id = $1`,
    [session.user.id],
  )
  expect(rows[0]).toEqual({ sessions: 100, recent: 2, tokens: 100 })
})

test('unsupported grants are refused with an error', async () => {
  const cases: [string, object, number, string, string?][] = [
    ['?grant_type=magic', {}, 400, 'invalid_credentials', 'unsupported_grant_type'],
    ['', {}, 400, 'invalid_credentials', 'unsupported_grant_type'],
    ['?grant_type=pkce', { auth_code: 'a' }, 400, 'validation_failed'],
    ['?grant_type=pkce', { auth_code: 'a', code_verifier: 'b' }, 404, 'flow_state_not_found'],
    ['?grant_type=id_token', { provider: 'google', id_token: 'x' }, 400, 'provider_disabled'],
    ['?grant_type=web3', {}, 422, 'web3_provider_disabled'],
    ['?grant_type=password', { password: 'x' }, 400, 'validation_failed', 'missing email or phone'],
    ['?grant_type=password', { phone: '+491', password: 'x' }, 400, 'phone_provider_disabled'],
  ]
  for (const [grant, body, status, error_code, msg = expect.any(String)] of cases) {
    const answer = await post(url, `/token${grant}`, body)
    expect(answer.body, grant).toEqual({ code: status, error_code, msg })
    expect(answer.status).toBe(status)
  }
})
