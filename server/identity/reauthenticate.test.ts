import type { GoTrueClient } from '@supabase/auth-js'
import { expect, test } from 'vitest'
import { browserTab, goodPassword, linkOf, mailedServer, post, sessionOf, signedIn } from '../testing/identity.ts'
import { newAddress } from '../testing/new-address.ts'
import { ageSessions, enrolled, prove, secondFactor } from '../testing/second-factors.ts'

const { url, admin, mailTo } = await mailedServer()
const newPassword = 'another horse 43'

/** Someone who signed in two hours ago. */
async function longSignedIn() {
  const email = newAddress()
  const tab = browserTab(url)
  await tab.signUp({ email, password: goodPassword })
  const session = sessionOf(await tab.verifyOtp(linkOf(await mailTo(email))))
  const age = () => ageSessions(admin, session.user.id)
  await age()
  return { email, tab, session, age }
}

test('an emailed code replaces the current password for a session older than an hour', async () => {
  const { email, tab } = await longSignedIn()
  expect((await tab.updateUser({ password: newPassword })).error).toMatchObject({ code: 'current_password_required' })
  expect(await tab.reauthenticate()).toMatchObject({ error: null })
  const mail = await mailTo(email)
  expect(mail).toMatchObject({ subject: 'Your confirmation code', link: undefined })
  const nonce = mail.code ?? ''
  const wrong = nonce === '000000' ? '000001' : '000000'
  const notValid = { status: 422, code: 'reauthentication_not_valid', message: 'Nonce has expired or is invalid' }
  expect((await tab.updateUser({ password: newPassword, nonce: wrong })).error).toMatchObject(notValid)
  // A refused password doesn't use up the code.
  expect((await tab.updateUser({ password: 'qwerty', nonce })).error?.code).toBe('weak_password')
  expect((await tab.updateUser({ password: goodPassword, nonce })).error?.code).toBe('same_password')
  expect((await tab.updateUser({ password: newPassword, nonce })).error).toBeNull()
  await signedIn(url, email, newPassword)
  expect((await mailTo(email)).subject).toBe('Your password was changed')
})

test('the code is valid once, for ten minutes, and for its own account only', async () => {
  const [one, other] = [await longSignedIn(), await longSignedIn()]
  await one.tab.reauthenticate()
  const nonce = (await mailTo(one.email)).code ?? ''
  expect((await other.tab.updateUser({ password: newPassword, nonce })).error?.code).toBe('reauthentication_not_valid')
  expect((await one.tab.updateUser({ password: newPassword, nonce })).error).toBeNull()
  await one.age()
  expect((await one.tab.updateUser({ password: 'a third horse 44', nonce })).error?.code).toBe(
    'reauthentication_not_valid',
  )
  await other.tab.reauthenticate()
  const late = (await mailTo(other.email)).code ?? ''
  await admin.query(`update auth.one_time_tokens set code_expires_at = now() where email = $1`, [other.email])
  expect((await other.tab.updateUser({ password: newPassword, nonce: late })).error?.code).toBe(
    'reauthentication_not_valid',
  )
  // It signs no one in.
  for (const type of ['email', 'recovery', 'magiclink', 'email_change'] as const)
    expect((await browserTab(url).verifyOtp({ email: other.email, token: late, type })).error?.code).toBe('otp_expired')
})

test("a code sent for another account doesn't replace either password", async () => {
  const [one, other] = [await longSignedIn(), await longSignedIn()]
  await one.tab.reauthenticate()
  const nonce = (await mailTo(one.email)).code ?? ''
  await admin.query('update auth.one_time_tokens set user_id = $2 where email = $1', [one.email, other.session.user.id])
  for (const { tab } of [one, other])
    expect((await tab.updateUser({ password: newPassword, nonce })).error?.code).toBe('reauthentication_not_valid')
})

test('an account without a password needs the code', async () => {
  const email = newAddress()
  const tab = browserTab(url)
  await tab.signInWithOtp({ email })
  const { user } = sessionOf(await tab.verifyOtp(linkOf(await mailTo(email))))
  await ageSessions(admin, user.id)
  expect((await tab.updateUser({ password: newPassword })).error).toMatchObject({
    status: 400,
    code: 'reauthentication_needed',
    message: 'Password update requires reauthentication',
  })
  await tab.reauthenticate()
  const nonce = (await mailTo(email)).code ?? ''
  expect((await tab.updateUser({ password: newPassword, nonce })).error).toBeNull()
  await signedIn(url, email, newPassword)
})

test('with a second factor, a session with only the first changes neither password nor address', async () => {
  const { tab, session, email } = await longSignedIn()
  const factor = (status: string) =>
    admin.query(
      `insert into auth.factors (id, user_id, factor_type, status, friendly_name) values (gen_random_uuid(), $1, 'totp', $2, $2)`,
      [session.user.id, status],
    )
  const change = { password: newPassword, current_password: goodPassword }
  await factor('unverified')
  expect((await tab.updateUser({ data: { floor: 1 } })).data.user?.factors).toMatchObject([{ status: 'unverified' }])
  await factor('verified')
  const needed = { status: 401, code: 'insufficient_aal' }
  expect((await tab.updateUser(change)).error).toMatchObject(needed)
  expect((await tab.updateUser({ email: newAddress() })).error).toMatchObject(needed)
  expect((await tab.updateUser({ email, data: { floor: 2 } })).error).toBeNull()
  // An emailed link doesn't avoid it: its session has only the first factor too.
  const recovered = browserTab(url)
  await recovered.resetPasswordForEmail(email)
  await recovered.verifyOtp(linkOf(await mailTo(email)))
  expect((await recovered.updateUser({ password: newPassword })).error).toMatchObject(needed)
  await admin.query(`update auth.sessions set aal = 'aal2' where user_id = $1`, [session.user.id])
  // An earlier token proves no more than it did.
  expect((await tab.updateUser(change)).error).toMatchObject(needed)
  await tab.refreshSession()
  expect((await tab.updateUser(change)).error).toBeNull()
})

async function postAs(tab: GoTrueClient, path: string, body: object) {
  const token = (await tab.getSession()).data.session?.access_token ?? ''
  return post(url, path, body, { authorization: `Bearer ${token}` })
}

/** The request that the published protocol doesn't have: proves who is there, without a new session. */
const proveIdentity = (tab: GoTrueClient, proof: object) => postAs(tab, '/reauthenticate', proof)

const startPasskey = (tab: GoTrueClient) => postAs(tab, '/passkeys/registration/options', {})

test('a session older than an hour adds a first factor or passkey only after its password', async () => {
  const { tab } = await longSignedIn()
  const session_id = (await tab.getClaims()).data?.claims.session_id
  const needed = { status: 400, code: 'current_password_required' }
  const enroll = () => tab.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' })
  expect((await enroll()).error).toMatchObject(needed)
  expect((await tab.mfa.enroll({ factorType: 'webauthn', friendlyName: 'Key' })).error).toMatchObject(needed)
  expect(await startPasskey(tab)).toMatchObject({ status: 400, body: { error_code: 'current_password_required' } })
  expect(await proveIdentity(tab, {})).toMatchObject({ status: 400, body: { error_code: 'validation_failed' } })
  expect(await proveIdentity(tab, { current_password: 'wrong' })).toMatchObject({
    status: 400,
    body: { error_code: 'current_password_invalid' },
  })
  expect((await enroll()).error).toMatchObject(needed)
  expect(await proveIdentity(tab, { current_password: goodPassword })).toMatchObject({ status: 200, body: {} })
  expect((await startPasskey(tab)).status).toBe(200)
  const app = await secondFactor(tab)
  expect(app.factorId).toBeTypeOf('string')
  // The session is the same one, and its next access token names both proofs.
  const { data } = await tab.getClaims()
  expect(data?.claims).toMatchObject({ aal: 'aal2', session_id })
  expect(data?.claims.amr).toMatchObject([{ method: 'totp' }, { method: 'password' }, {}])
})

test('a proof of identity is valid for an hour', async () => {
  const { tab, age } = await longSignedIn()
  await proveIdentity(tab, { current_password: goodPassword })
  await age()
  const enrollment = await tab.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' })
  expect(enrollment.error).toMatchObject({ code: 'current_password_required' })
})

test('a session and a proof from when the clock was ahead count as older than an hour', async () => {
  const { tab, session } = await longSignedIn()
  await admin.query(
    `update auth.sessions set created_at = now() + interval '1 day',
       amr = jsonb_build_array(jsonb_build_object('method', 'password', 'timestamp', extract(epoch from now() + interval '1 day')::bigint))
     where user_id = $1`,
    [session.user.id],
  )
  const enrollment = await tab.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' })
  expect(enrollment.error).toMatchObject({ code: 'current_password_required' })
})

test('a factor left unfinished by its owner is not finished later without a proof', async () => {
  const { tab, age } = await longSignedIn()
  await proveIdentity(tab, { current_password: goodPassword })
  const app = await enrolled(tab)
  await age()
  expect((await prove(tab, app)).error).toMatchObject({ code: 'current_password_required' })
})

test('an account without a password proves itself with the emailed code before it adds a factor', async () => {
  const email = newAddress()
  const tab = browserTab(url)
  await tab.signInWithOtp({ email })
  const { user } = sessionOf(await tab.verifyOtp(linkOf(await mailTo(email))))
  await ageSessions(admin, user.id)
  const enroll = () => tab.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' })
  expect((await enroll()).error).toMatchObject({ status: 400, code: 'reauthentication_needed' })
  await tab.reauthenticate()
  const nonce = (await mailTo(email)).code ?? ''
  expect((await proveIdentity(tab, { nonce: nonce === '000000' ? '000001' : '000000' })).body).toMatchObject({
    error_code: 'reauthentication_not_valid',
  })
  expect((await proveIdentity(tab, { nonce })).status).toBe(200)
  expect((await enroll()).error).toBeNull()
})
