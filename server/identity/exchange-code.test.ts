import { createHash, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import {
  goodPassword,
  browserTab,
  confirmedPerson,
  linkOf,
  mailedServer,
  post,
  readUserWith,
} from '../testing/identity.ts'
import { newAddress } from '../testing/new-address.ts'

const { url, admin, mailTo } = await mailedServer()

const { email } = await confirmedPerson({ mailTo }, browserTab(url))

const challengeOf = (verifier: string) => createHash('sha256').update(verifier).digest('base64url')

/** A code on its way back to the browser that has its verifier. */
async function codeFor(verifier: string): Promise<string> {
  await post(url, '/recover', { email, code_challenge: challengeOf(verifier), code_challenge_method: 's256' })
  const { body } = await post(url, '/confirm', linkOf(await mailTo(email)))
  return new URL(String(body['redirect_to'])).searchParams.get('code') ?? ''
}

const newVerifier = () => randomBytes(56).toString('hex')
const exchange = (auth_code: string, code_verifier: string) =>
  post(url, '/token?grant_type=pkce', { auth_code, code_verifier })
const codeOf = async (answer: ReturnType<typeof exchange>) => {
  const { status, body } = await answer
  return [status, body['error_code']]
}

test('a code is exchanged with the verifier of its challenge and no other', async () => {
  const [mine, other] = [newVerifier(), newVerifier()]
  const [code, othersCode] = [await codeFor(mine), await codeFor(other)]
  expect(await codeOf(exchange(code, other))).toEqual([400, 'bad_code_verifier'])
  expect(await codeOf(exchange(othersCode, mine))).toEqual([400, 'bad_code_verifier'])
  expect(await codeOf(exchange(code, challengeOf(mine)))).toEqual([400, 'bad_code_verifier'])
  expect(await codeOf(exchange(code, ''))).toEqual([400, 'validation_failed'])
  expect(await codeOf(exchange('', mine))).toEqual([400, 'validation_failed'])
  expect(await codeOf(exchange('unknown', mine))).toEqual([404, 'flow_state_not_found'])
  expect((await exchange(code, mine)).body).toMatchObject({ access_token: expect.any(String), user: { email } })
})

test('exchanging a code twice is refused and ends the first session', async () => {
  for (const second of ['the same verifier', 'another one']) {
    const verifier = newVerifier()
    const code = await codeFor(verifier)
    const { body } = await exchange(code, verifier)
    const access_token = String(body['access_token'])
    expect((await readUserWith(url, access_token)).status).toBe(200)
    const again = exchange(code, second === 'the same verifier' ? verifier : newVerifier())
    expect(await codeOf(again), second).toEqual([404, 'flow_state_not_found'])
    expect(await readUserWith(url, access_token)).toEqual({ status: 403, code: 'session_not_found' })
    const refreshed = await post(url, '/token?grant_type=refresh_token', { refresh_token: body['refresh_token'] })
    expect(refreshed.body).toMatchObject({ error_code: 'refresh_token_not_found' })
  }
})

test('of ten concurrent exchanges of one code at most one session remains, and none after the second', async () => {
  const verifier = newVerifier()
  const code = await codeFor(verifier)
  const answers = await Promise.all(Array.from({ length: 10 }, () => exchange(code, verifier)))
  const won = answers.filter(({ status }) => status === 200)
  expect(won).toHaveLength(1)
  expect(await readUserWith(url, String(won[0]?.body['access_token']))).toMatchObject({ code: 'session_not_found' })
})

test('a code is valid for a minute', async () => {
  const verifier = newVerifier()
  const code = await codeFor(verifier)
  const age = (seconds: number) =>
    admin.query('update auth.flow_states set code_issued_at = code_issued_at - make_interval(secs => $1)', [seconds])
  await age(61)
  expect(await codeOf(exchange(code, verifier))).toEqual([422, 'flow_state_expired'])
  await age(-10)
  expect((await exchange(code, verifier)).status).toBe(200)
})

test('a challenge must be complete, well-formed and hashed; plain is refused', async () => {
  const challenge = challengeOf('x')
  const cases: [object, string][] = [
    [{ code_challenge: challenge }, 'PKCE flow requires code_challenge_method and code_challenge'],
    [{ code_challenge_method: 's256' }, 'PKCE flow requires code_challenge_method and code_challenge'],
    [
      { code_challenge: 'short', code_challenge_method: 's256' },
      'code challenge has to be between 43 and 128 characters',
    ],
    [
      { code_challenge: 'a'.repeat(129), code_challenge_method: 's256' },
      'code challenge has to be between 43 and 128 characters',
    ],
    [{ code_challenge: `${'a'.repeat(43)}+`, code_challenge_method: 's256' }, 'code challenge can only contain'],
    [{ code_challenge: challenge, code_challenge_method: 'plain' }, 'Only the code challenge method s256 is supported'],
    [{ code_challenge: challenge, code_challenge_method: 'none' }, 'Only the code challenge method s256 is supported'],
  ]
  for (const path of ['/recover', '/otp', '/signup', '/resend'])
    for (const [values, message] of cases) {
      const answer = await post(url, path, { email: newAddress(), password: goodPassword, type: 'signup', ...values })
      expect([answer.status, answer.body['error_code']], path).toEqual([400, 'validation_failed'])
      expect(answer.body['msg'], path).toContain(message)
    }
  // Clients write it in either case.
  const upper = { email, code_challenge: challenge, code_challenge_method: 'S256' }
  expect((await post(url, '/recover', upper)).status).toBe(200)
})

test('neither the code nor the verifier is stored in the database', async () => {
  const verifier = newVerifier()
  const code = await codeFor(verifier)
  await exchange(code, verifier)
  const { rows } = await admin.query('select f::text as row from auth.flow_states f')
  expect(rows.length).toBeGreaterThan(0)
  expect(JSON.stringify(rows)).not.toContain(code)
  expect(JSON.stringify(rows)).not.toContain(verifier)
})
