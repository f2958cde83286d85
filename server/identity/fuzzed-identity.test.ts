import fc from 'fast-check'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { expect, test } from 'vitest'
import { newId } from '../platform/ids.ts'
import { hostileJson } from '../testing/hostile-values.ts'
import { goodPassword, mailedServer, post } from '../testing/identity.ts'
import { newAddress } from '../testing/new-address.ts'
import { JsonText, jsonWithTexts } from '../testing/json-text.ts'

// No input makes an identity endpoint return 5xx. `FUZZ_RUNS=5000 npx vitest run
// server/identity/fuzzed-identity.test.ts` tries more.

const { privateKey } = await generateKeyPair('ES256', { extractable: true })
const { url } = await mailedServer({ jwtKeys: [{ ...(await exportJWK(privateKey)), kid: 'operator' }] })
const operator = await new SignJWT({ role: 'service_role', iat: Math.floor(Date.now() / 1_000) })
  .setProtectedHeader({ alg: 'ES256', kid: 'operator' })
  .sign(privateKey)
const email = newAddress()
const { body: made } = await post(
  url,
  '/admin/users',
  { email, password: goodPassword, email_confirm: true },
  { authorization: `Bearer ${operator}` },
)
const { body: session } = await post(url, '/token?grant_type=password', { email, password: goodPassword })

const endpoints = [
  'POST /signup',
  'POST /sso',
  'POST /recover',
  'POST /resend',
  'POST /otp',
  'POST /magiclink',
  'POST /verify',
  'POST /confirm',
  'POST /token?grant_type=password',
  'POST /token?grant_type=refresh_token',
  'POST /token?grant_type=pkce',
  'POST /token?grant_type=id_token',
  'POST /token?grant_type=web3',
  'PUT /user',
  'POST /reauthenticate',
  'POST /factors',
  `POST /factors/${newId()}/challenge`,
  `POST /factors/${newId()}/verify`,
  'POST /invite',
  'POST /admin/generate_link',
  'POST /admin/users',
  `PUT /admin/users/${String(made['id'])}`,
]

const names =
  `email new_email password current_password phone channel data nonce redirect_to token token_hash type create_user code_challenge
  code_challenge_method gotrue_meta_security refresh_token auth_code code_verifier provider id_token access_token factor_type
  friendly_name issuer challenge_id code app_metadata user_metadata email_confirm ban_duration role id should_soft_delete`.split(
    /\s+/,
  )
/** Values that get a body past the first checks. */
const fitting = [email, goodPassword, 'signup', 'recovery', 'email_change', 's256', 'totp', '123456', newId()].map(
  (text) => JSON.stringify(text),
)

test('no identity endpoint answers 5xx, whatever a person or an operator sends', async () => {
  const value = fc.oneof({ weight: 1, arbitrary: hostileJson }, { weight: 2, arbitrary: fc.constantFrom(...fitting) })
  const fields = fc
    .dictionary(fc.constantFrom(...names), value, { maxKeys: 6 })
    .map((given) => ({ ...(given['email'] === undefined && { email: JSON.stringify(email) }), ...given }))
    .map((given) => Object.fromEntries(Object.entries(given).map(([name, json]) => [name, new JsonText(json)])))
    .map(jsonWithTexts)
  const body = fc.oneof({ weight: 1, arbitrary: hostileJson }, { weight: 6, arbitrary: fields })
  const property = fc.asyncProperty(fc.constantFrom(...endpoints), body, async (endpoint, json) => {
    const [method = '', path = ''] = endpoint.split(' ')
    const isForOperators = path === '/invite' || path.startsWith('/admin')
    const bearer = isForOperators ? operator : String(session['access_token'])
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${bearer}` }
    const answer = await fetch(`${url}/auth/v1${path}`, { method, headers, body: json })
    const text = await answer.text()
    expect([answer.status < 500, answer.status !== 429, text.length < 100_000]).toEqual([true, true, true])
  })
  await fc.assert(property, { numRuns: Number(process.env['FUZZ_RUNS'] ?? 300) })
})
