import { AuthApiError, AuthSessionMissingError } from '@supabase/auth-js'
import { expect, test } from 'vitest'
import {
  browserTab,
  goodPassword,
  identityServer,
  post,
  readUserWith,
  sessionOf,
  signedUp,
} from '../testing/identity.ts'

const { url, admin } = await identityServer()

const exchange = (refresh_token: string) =>
  post(url, '/token?grant_type=refresh_token', { refresh_token }, { 'x-supabase-api-version': '2024-01-01' })

/** The next token of a session, which must be given. */
async function next(refresh_token: string): Promise<string> {
  const { status, body } = await exchange(refresh_token)
  expect(status).toBe(200)
  return body['refresh_token'] as string
}

/** Lets time pass for a user's tokens: replaced tokens count as replaced that much earlier. */
async function wait(user_id: string, seconds: number): Promise<void> {
  await admin.query(
    `update auth.refresh_tokens t set replaced_at = replaced_at - make_interval(secs => $2)
     from auth.sessions s where s.id = t.session_id and s.user_id = $1`,
    [user_id, seconds],
  )
}

test('the client refreshes and gets both tokens new', async () => {
  const { tab, session } = await signedUp(url)
  const refreshed = sessionOf(await tab.refreshSession())
  expect(refreshed.refresh_token).not.toBe(session.refresh_token)
  expect(refreshed.user.id).toBe(session.user.id)
  expect((await tab.getUser()).data.user?.id).toBe(session.user.id)
  expect((await readUserWith(url, refreshed.access_token)).status).toBe(200)
})

test('a session can be refreshed a hundred times in a row', async () => {
  const { session } = await signedUp(url)
  let token = session.refresh_token
  const seen = new Set([token])
  for (let i = 0; i < 100; i++) {
    token = await next(token)
    seen.add(token)
  }
  expect(seen.size).toBe(101)
})

test('forty tabs that refresh the same token at once all succeed and get the same successor', async () => {
  const { session } = await signedUp(url)
  const answers = await Promise.all(
    Array.from({ length: 40 }, () => browserTab(url).refreshSession({ refresh_token: session.refresh_token })),
  )
  expect(answers.map(({ error }) => error)).toEqual(answers.map(() => null))
  const tokens = new Set(answers.map((answer) => sessionOf(answer).refresh_token))
  expect(tokens.size).toBe(1)
  const [token] = [...tokens]
  expect((await exchange(token ?? '')).status).toBe(200)
})

test('of forty exchanges of one token at once none fails, and one of them rotates', async () => {
  const { session } = await signedUp(url)
  const answers = await Promise.all(Array.from({ length: 40 }, () => exchange(session.refresh_token)))
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  const { rows } = await admin.query(
    `select generation, replaced_at is not null as replaced from auth.refresh_tokens t
     join auth.sessions s on s.id = t.session_id where s.user_id = $1 order by generation`,
    [session.user.id],
  )
  expect(rows).toEqual([
    { generation: 1, replaced: true },
    { generation: 2, replaced: false },
  ])
})

test('the direct parent returns the current token at any time', async () => {
  const { session } = await signedUp(url)
  const second = await next(session.refresh_token)
  await wait(session.user.id, 86_400)
  expect(await next(session.refresh_token)).toBe(second)
  expect(await next(session.refresh_token)).toBe(second)
  const third = await next(second)
  expect(third).not.toBe(second)
})

test('an older token within the reuse interval returns the current one', async () => {
  const { session } = await signedUp(url)
  const current = await next(await next(await next(session.refresh_token)))
  expect(await next(session.refresh_token)).toBe(current)
  await wait(session.user.id, 9)
  expect(await next(session.refresh_token)).toBe(current)
})

test('an older token after the interval permanently ends the whole family', async () => {
  const { session } = await signedUp(url)
  const second = await next(session.refresh_token)
  const third = await next(second)
  await wait(session.user.id, 11)
  const reused = await exchange(session.refresh_token)
  expect([reused.status, reused.body]).toEqual([
    400,
    { code: 'refresh_token_already_used', message: 'Invalid Refresh Token: Already Used' },
  ])
  for (const token of [session.refresh_token, second, third]) {
    expect((await exchange(token)).body).toMatchObject({ code: 'refresh_token_already_used' })
  }
  expect(await readUserWith(url, session.access_token)).toEqual({ status: 403, code: 'session_not_found' })
  const { rows } = await admin.query('select end_reason from auth.sessions where user_id = $1', [session.user.id])
  expect(rows).toEqual([{ end_reason: 'token_reused' }])
})

test('an older token that was replaced while the clock was ahead ends the family, too', async () => {
  const { session } = await signedUp(url)
  await next(await next(session.refresh_token))
  await wait(session.user.id, -86_400)
  expect((await exchange(session.refresh_token)).body).toMatchObject({ code: 'refresh_token_already_used' })
})

test('the client drops its session when its token family has ended', async () => {
  const { tab, session } = await signedUp(url)
  await next(await next(session.refresh_token))
  await wait(session.user.id, 11)
  const { error } = await tab.refreshSession()
  expect(error).toBeInstanceOf(AuthApiError)
  expect(error).toMatchObject({ code: 'refresh_token_already_used' })
  expect((await tab.getUser()).error).toBeInstanceOf(AuthSessionMissingError)
  expect((await tab.getSession()).data.session).toBeNull()
})

test('when a thief and the owner both refresh, the first old token ends the session for both', async () => {
  const { session } = await signedUp(url)
  const stolen = session.refresh_token
  const owners = await next(stolen)
  await next(owners)
  await wait(session.user.id, 60)
  const thief = await exchange(stolen)
  expect(thief.body).toMatchObject({ code: 'refresh_token_already_used' })
  expect((await exchange(owners)).status).toBe(400)
})

test('only that session ends; the same person continues on another device', async () => {
  const { session, email } = await signedUp(url)
  const other = sessionOf(await browserTab(url).signInWithPassword({ email, password: goodPassword }))
  await next(await next(session.refresh_token))
  await wait(session.user.id, 11)
  await exchange(session.refresh_token)
  expect((await exchange(other.refresh_token)).status).toBe(200)
})

test('malformed and unknown tokens are distinguished', async () => {
  for (const malformed of ['', 'short', 'ä'.repeat(43), "' or 1=1 --".padEnd(43, 'x')]) {
    expect((await exchange(malformed)).body).toEqual({
      code: 'validation_failed',
      message: 'Refresh token is not valid',
    })
  }
  const unknown = await exchange('A'.repeat(43))
  expect([unknown.status, unknown.body]).toEqual([
    400,
    { code: 'refresh_token_not_found', message: 'Invalid Refresh Token: Refresh Token Not Found' },
  ])
})

test('a session that was idle or open for too long has expired', async () => {
  for (const age of ["refreshed_at = now() - interval '31 days'", "created_at = now() - interval '91 days'"]) {
    const { session } = await signedUp(url)
    await admin.query(`update auth.sessions set ${age} where user_id = $1`, [session.user.id])
    expect((await exchange(session.refresh_token)).body).toMatchObject({ code: 'session_expired' })
    expect((await exchange(session.refresh_token)).body).toMatchObject({ code: 'session_expired' })
    expect(await readUserWith(url, session.access_token)).toEqual({ status: 403, code: 'session_not_found' })
  }
})
