import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import {
  GoTrueClient,
  type AuthChangeEvent,
  type EmailOtpType,
  type GoTrueClientOptions,
  type Provider,
} from '@supabase/auth-js'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { expect, test } from 'vitest'
import { clientMethods } from '../testing/client-methods.ts'
import {
  goodPassword,
  identityServer,
  linkOf,
  mailedServer,
  confirmedPerson,
  readUserWith,
  sessionOf,
  siteUrl,
  testIdentityConfig,
} from '../testing/identity.ts'
import { newAddress } from '../testing/new-address.ts'
import { openIdProvider, providerEnvironment } from '../testing/openid-provider.ts'
import { answerIn, testBrowser, trip } from '../testing/provider-trips.ts'
import { afterHalfAMinute, codeOf, enrolled, secondFactor } from '../testing/second-factors.ts'
import { identityConfig } from './config.ts'
import { defaultRates } from './rates.ts'

/**
 * Every method of the published client, unchanged, against a running server: its documented result, an error by its
 * code, and the event it emits. The list comes from the library's own type declarations, so new methods of a later
 * version must be added here.
 */

const acme = await openIdProvider()
const { providers } = identityConfig({ AUTH_PROVIDERS: 'acme', ...providerEnvironment('acme', acme) }, siteUrl)
const pair = await generateKeyPair('ES256', { extractable: true })
const key = { ...(await exportJWK(pair.privateKey)), kid: 'operator' }
// One email of a kind per minute, as in production; other limits are generous.
const rates = { ...testIdentityConfig.rates, mailByRecipient: defaultRates.mailByRecipient }
const server = await mailedServer({ providers, jwtKeys: [key], rates })
const { url, mailTo } = server
/** The same server, with access tokens so short that the client refreshes them immediately. */
const hasty = await identityServer({ accessTokenSeconds: 60, jwtKeys: [key] }, {}, server)

type Tab = GoTrueClient & { events: AuthChangeEvent[] }

/** The client in a separate tab, and the events it emits. */
async function newTab(options: Partial<GoTrueClientOptions> = {}): Promise<Tab> {
  const kept = new Map<string, string>()
  const client = new GoTrueClient({
    url: `${url}/auth/v1`,
    headers: { apikey: 'anything' },
    storage: {
      getItem: (name) => kept.get(name) ?? null,
      setItem: (name, value) => void kept.set(name, value),
      removeItem: (name) => void kept.delete(name),
    },
    storageKey: randomBytes(6).toString('hex'),
    autoRefreshToken: false,
    detectSessionInUrl: false,
    ...options,
  })
  const events: AuthChangeEvent[] = []
  client.onAuthStateChange((event) => void events.push(event))
  await client.initialize()
  await nextTimer()
  events.length = 0
  return Object.assign(client, { events })
}

const nextTimer = () => new Promise((resolve) => setTimeout(resolve, 5))

/** Someone whose address is confirmed, signed in. */
async function someone(options: Partial<GoTrueClientOptions> = {}) {
  const person = await confirmedPerson({ mailTo }, await newTab(options))
  person.tab.events.length = 0
  return person
}

/** Someone with an authenticator app and recovery codes, in a session that has proved the app. */
async function withRecoveryCodes() {
  const person = await someone({ experimental: { recoveryCodes: true } })
  await secondFactor(person.tab)
  const { data, error } = await person.tab.mfa.recoveryCodes.generate()
  if (error) throw error
  return { ...person, codes: data.codes }
}

/** Someone with a passkey in the database, as a browser would have left it. */
async function withPasskey() {
  const person = await someone({ experimental: { passkey: true } })
  const { rows } = await server.admin.query<{ id: string }>(
    `insert into auth.webauthn_credentials (id, user_id, credential_id, public_key, sign_count)
     values (gen_random_uuid(), $1, $2, '\\x00', 0) returning id`,
    [person.session.user.id, randomBytes(16).toString('hex')],
  )
  return { ...person, id: rows[0]?.id ?? '' }
}

async function administrator(): Promise<Tab> {
  const bearer = await new SignJWT({ role: 'service_role' })
    .setProtectedHeader({ alg: 'ES256', kid: 'operator' })
    .setIssuedAt()
    .sign(pair.privateKey)
  return newTab({ headers: { Authorization: `Bearer ${bearer}` }, experimental: { passkey: true } })
}

const refusedWith = (answer: { error: { code?: string | undefined; name: string } | null }) =>
  answer.error?.code ?? answer.error?.name
const missing = 'AuthSessionMissingError'
const newPerson = () => {
  acme.person = { sub: randomBytes(8).toString('hex'), email: newAddress(), email_verified: true }
}
const off = { code: 'feature_disabled', status: 404 }
const unknown = '00000000-0000-4000-8000-000000000000'

const checks: Record<string, () => Promise<void>> = {
  async initialize() {
    const { tab } = await someone()
    expect(await tab.initialize()).toEqual({ error: null })
  },
  async isThrowOnErrorEnabled() {
    expect((await newTab()).isThrowOnErrorEnabled()).toBe(false)
    const strict = await newTab({ throwOnError: true })
    expect(strict.isThrowOnErrorEnabled()).toBe(true)
    await expect(strict.signInWithPassword({ email: newAddress(), password: 'x' })).rejects.toMatchObject({
      code: 'invalid_credentials',
    })
  },
  async signUp() {
    const tab = await newTab()
    const email = newAddress()
    const { data, error } = await tab.signUp({ email, password: goodPassword, options: { data: { name: 'Ada' } } })
    expect([error, data.session, tab.events]).toEqual([null, null, []])
    expect(data.user).toMatchObject({ email, user_metadata: { name: 'Ada' }, confirmation_sent_at: expect.any(String) })
    expect(refusedWith(await tab.signUp({ email: newAddress(), password: '12345' }))).toBe('weak_password')
    const atOnce = await newTab({ url: `${hasty.url}/auth/v1` })
    const taken = newAddress()
    expect(sessionOf(await atOnce.signUp({ email: taken, password: goodPassword })).user.email).toBe(taken)
    expect(atOnce.events).toContain('SIGNED_IN')
    expect(refusedWith(await atOnce.signUp({ email: taken, password: goodPassword }))).toBe('user_already_exists')
  },
  async signInAnonymously() {
    expect(refusedWith(await (await newTab()).signInAnonymously())).toBe('anonymous_provider_disabled')
  },
  async signInWithPassword() {
    const { email } = await someone()
    const tab = await newTab()
    expect(refusedWith(await tab.signInWithPassword({ email, password: 'wrong' }))).toBe('invalid_credentials')
    expect(sessionOf(await tab.signInWithPassword({ email, password: goodPassword })).user.email).toBe(email)
    expect(tab.events).toEqual(['SIGNED_IN'])
  },
  async signInWithOAuth() {
    newPerson()
    const tab = await newTab({ flowType: 'pkce' })
    const { data, error } = await tab.signInWithOAuth({ provider: 'acme' as Provider, options: { scopes: 'email' } })
    expect([error, data.provider]).toEqual([null, 'acme'])
    expect(data.url).toContain(`${url}/auth/v1/authorize?provider=acme`)
    const refused = await fetch((data.url ?? '').replace('provider=acme', 'provider=unknown'), { redirect: 'manual' })
    expect([refused.status, ((await refused.json()) as { error_code: string }).error_code]).toEqual([
      400,
      'validation_failed',
    ])
  },
  async exchangeCodeForSession() {
    newPerson()
    const tab = await newTab({ flowType: 'pkce' })
    const { code = '' } = answerIn(await trip(testBrowser(url), acme, tab, 'acme'))
    expect(sessionOf(await tab.exchangeCodeForSession(code)).user.email).toBe(acme.person.email)
    expect(tab.events).toEqual(['SIGNED_IN'])
    expect(refusedWith(await tab.exchangeCodeForSession(code))).toBe('pkce_code_verifier_not_found')
    const asking = await newTab({ flowType: 'pkce' })
    await asking.signInWithOAuth({ provider: 'acme' as Provider })
    expect(refusedWith(await asking.exchangeCodeForSession('unknown'))).toBe('flow_state_not_found')
  },
  async signInWithIdToken() {
    newPerson()
    const tab = await newTab()
    const token = await acme.idToken()
    expect(sessionOf(await tab.signInWithIdToken({ provider: 'acme', token })).user.email).toBe(acme.person.email)
    expect(tab.events).toEqual(['SIGNED_IN'])
    const bad = await tab.signInWithIdToken({ provider: 'acme', token: `${token}x` })
    expect([bad.error?.status, bad.error?.message]).toEqual([400, 'Bad ID token'])
    expect(refusedWith(await tab.signInWithIdToken({ provider: 'google', token }))).toBe('provider_disabled')
  },
  async linkIdentity() {
    newPerson()
    const { tab } = await someone()
    const { data, error } = await tab.linkIdentity({ provider: 'acme', token: await acme.idToken() })
    expect([error, data.user?.identities?.map(({ provider }) => provider)]).toEqual([null, ['email', 'acme']])
    expect(tab.events).toContain('USER_UPDATED')
    const inBrowser = await tab.linkIdentity({ provider: 'acme' as Provider })
    expect(inBrowser.data.url).toContain(`${acme.issuer}/authorize?`)
    expect(refusedWith(await (await newTab()).linkIdentity({ provider: 'acme' as Provider }))).toBe('no_authorization')
    expect(refusedWith(await tab.linkIdentity({ provider: 'google' }))).toBe('validation_failed')
  },
  async getUserIdentities() {
    const { tab, email } = await someone()
    const { data } = await tab.getUserIdentities()
    expect(data?.identities).toMatchObject([
      { provider: 'email', identity_data: { email }, identity_id: expect.any(String) },
    ])
    expect(refusedWith(await (await newTab()).getUserIdentities())).toBe(missing)
  },
  async unlinkIdentity() {
    newPerson()
    const { tab } = await someone()
    await tab.linkIdentity({ provider: 'acme', token: await acme.idToken() })
    const { data } = await tab.getUserIdentities()
    const [address, linked] = data?.identities ?? []
    if (!address || !linked) throw new Error('nothing is linked')
    expect(await tab.unlinkIdentity(linked)).toEqual({ data: {}, error: null })
    expect(refusedWith(await tab.unlinkIdentity(address))).toBe('single_identity_not_deletable')
  },
  async signInWithOtp() {
    const { email } = await someone()
    const tab = await newTab()
    const { data, error } = await tab.signInWithOtp({ email })
    expect([data, error]).toEqual([{ user: null, session: null, messageId: undefined }, null])
    expect(linkOf(await mailTo(email)).type).toBe('magiclink')
    expect(refusedWith(await tab.signInWithOtp({ email }))).toBe('over_email_send_rate_limit')
    expect(refusedWith(await tab.signInWithOtp({ phone: '+4912345678' }))).toBe('phone_provider_disabled')
  },
  async verifyOtp() {
    const { email } = await someone()
    const tab = await newTab()
    await tab.signInWithOtp({ email })
    const { code = '' } = await mailTo(email)
    expect(refusedWith(await tab.verifyOtp({ email, token: '000000x', type: 'email' }))).toBe('otp_expired')
    sessionOf(await tab.verifyOtp({ email, token: code, type: 'email' }))
    expect(tab.events).toEqual(['SIGNED_IN'])
    expect(refusedWith(await tab.verifyOtp({ email, token: code, type: 'email' }))).toBe('otp_expired')
    expect(refusedWith(await tab.verifyOtp({ phone: '1', token: '1', type: 'sms' }))).toBe('validation_failed')
  },
  async signInWithSSO() {
    expect(refusedWith(await (await newTab()).signInWithSSO({ domain: 'example.com' }))).toBe('saml_provider_disabled')
  },
  async reauthenticate() {
    const { tab, email } = await someone()
    expect((await tab.reauthenticate()).error).toBeNull()
    expect((await mailTo(email)).code).toMatch(/^\d{6}$/)
    expect(refusedWith(await (await newTab()).reauthenticate())).toBe(missing)
  },
  async resend() {
    const email = newAddress()
    const tab = await newTab()
    expect((await tab.resend({ type: 'signup', email })).error).toBeNull()
    expect(refusedWith(await tab.resend({ type: 'signup', email }))).toBe('over_email_send_rate_limit')
    expect(refusedWith(await tab.resend({ type: 'signup', email: 'no-address' }))).toBe('validation_failed')
  },
  async resetPasswordForEmail() {
    const { email, tab: owner } = await someone()
    const tab = await newTab({ flowType: 'pkce' })
    expect(await tab.resetPasswordForEmail(email)).toMatchObject({ data: {}, error: null })
    const { type } = linkOf(await mailTo(email))
    expect(type).toBe('recovery')
    const token = linkOf(await mailTo(email)).token_hash
    const landed = await fetch(`${url}/auth/v1/verify?token=${token}&type=recovery`, { redirect: 'manual' })
    const { code = '' } = answerIn(new URL(landed.headers.get('location') ?? ''))
    sessionOf(await tab.exchangeCodeForSession(code))
    expect(tab.events).toEqual(['PASSWORD_RECOVERY'])
    expect((await tab.updateUser({ password: 'another good one 1' })).error).toBeNull()
    expect(refusedWith(await owner.getUser())).toBe(missing)
    expect(refusedWith(await tab.resetPasswordForEmail(email))).toBe('over_email_send_rate_limit')
    expect(refusedWith(await tab.resetPasswordForEmail('no-address'))).toBe('validation_failed')
  },
  async getSession() {
    const { tab, session } = await someone()
    expect(sessionOf(await tab.getSession()).access_token).toBe(session.access_token)
    expect((await (await newTab()).getSession()).data.session).toBeNull()
    // A token that is about to expire is refreshed first.
    const soon = await newTab({ url: `${hasty.url}/auth/v1` })
    const first = sessionOf(await soon.signUp({ email: newAddress(), password: goodPassword }))
    expect(sessionOf(await soon.getSession()).refresh_token).not.toBe(first.refresh_token)
    expect(soon.events).toContain('TOKEN_REFRESHED')
  },
  async getUser() {
    const { tab, email, session } = await someone()
    expect((await tab.getUser()).data.user).toMatchObject({
      email,
      phone: '',
      aud: 'authenticated',
      role: 'authenticated',
    })
    expect((await (await newTab()).getUser(session.access_token)).data.user?.email).toBe(email)
    expect(refusedWith(await tab.getUser('no.token.x'))).toBe('bad_jwt')
    expect(refusedWith(await (await newTab()).getUser())).toBe(missing)
  },
  async updateUser() {
    const { tab } = await someone()
    const { data, error } = await tab.updateUser({ data: { nickname: 'A' } })
    expect([error, data.user?.user_metadata]).toMatchObject([null, { nickname: 'A' }])
    expect(tab.events).toEqual(['USER_UPDATED'])
    expect(refusedWith(await tab.updateUser({ password: goodPassword }))).toBe('same_password')
    expect(refusedWith(await tab.updateUser({ password: '12345' }))).toBe('weak_password')
    expect((await tab.updateUser({ email: newAddress() })).data.user?.new_email).toEqual(expect.any(String))
    expect(refusedWith(await (await newTab()).updateUser({ data: {} }))).toBe(missing)
  },
  async setSession() {
    const { session, email } = await someone()
    const tab = await newTab()
    expect(sessionOf(await tab.setSession(session)).user.email).toBe(email)
    expect(tab.events).toEqual(['SIGNED_IN'])
    expect(refusedWith(await tab.setSession({ access_token: '', refresh_token: '' }))).toBe(missing)
    expect((await tab.setSession({ access_token: 'x', refresh_token: 'y' })).error).toMatchObject({
      name: 'AuthInvalidJwtError',
    })
    const { access_token } = session
    const [head, payload = '', signature] = access_token.split('.')
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as object
    const old = Buffer.from(JSON.stringify({ ...claims, exp: 1 })).toString('base64url')
    const expired = { access_token: `${head}.${old}.${signature}`, refresh_token: session.refresh_token }
    const later = await newTab()
    expect(sessionOf(await later.setSession(expired)).refresh_token).not.toBe(session.refresh_token)
    expect(later.events).toContain('TOKEN_REFRESHED')
  },
  async refreshSession() {
    const { tab, session } = await someone()
    expect(sessionOf(await tab.refreshSession()).refresh_token).not.toBe(session.refresh_token)
    expect(tab.events).toEqual(['TOKEN_REFRESHED'])
    const signedOut = await newTab()
    expect(refusedWith(await signedOut.refreshSession())).toBe(missing)
    expect(refusedWith(await signedOut.refreshSession({ refresh_token: 'nonsense' }))).toBe('validation_failed')
    const forged = session.refresh_token.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))
    expect((await signedOut.refreshSession({ refresh_token: forged })).error).toMatchObject({ status: 400 })
  },
  async signOut() {
    const { tab, session, email } = await someone()
    const other = await newTab()
    const others = sessionOf(await other.signInWithPassword({ email, password: goodPassword }))
    expect(await tab.signOut({ scope: 'others' })).toEqual({ error: null })
    expect(tab.events).toEqual([])
    expect(await readUserWith(url, others.access_token)).toEqual({ status: 403, code: 'session_not_found' })
    expect(await tab.signOut()).toEqual({ error: null })
    expect(tab.events).toEqual(['SIGNED_OUT'])
    expect(await readUserWith(url, session.access_token)).toEqual({ status: 403, code: 'session_not_found' })
    // A session that has ended already is signed out, too; without one there is nothing to end.
    expect((await other.signOut()).error).toBeNull()
    const refused = await fetch(`${url}/auth/v1/logout?scope=everything`, {
      method: 'POST',
      headers: { authorization: `Bearer ${session.access_token}` },
    })
    expect([refused.status, ((await refused.json()) as { error_code: string }).error_code]).toEqual([
      400,
      'validation_failed',
    ])
  },
  async onAuthStateChange() {
    const { tab } = await someone()
    const events: [string, boolean][] = []
    const { data } = tab.onAuthStateChange((event, session) => void events.push([event, session !== null]))
    await expect.poll(() => events).toEqual([['INITIAL_SESSION', true]])
    data.subscription.unsubscribe()
    await tab.signOut()
    expect(events).toHaveLength(1)
  },
  async startAutoRefresh() {
    const tab = await newTab({ url: `${hasty.url}/auth/v1` })
    await tab.signUp({ email: newAddress(), password: goodPassword })
    tab.events.length = 0
    await tab.startAutoRefresh()
    await expect.poll(() => tab.events).toContain('TOKEN_REFRESHED')
    await tab.stopAutoRefresh()
  },
  async stopAutoRefresh() {
    const tab = await newTab({ url: `${hasty.url}/auth/v1` })
    await tab.signUp({ email: newAddress(), password: goodPassword })
    tab.events.length = 0
    await tab.startAutoRefresh()
    await tab.stopAutoRefresh()
    // Meanwhile another tab, which does not stop it, refreshes.
    await checks['startAutoRefresh']?.()
    expect(tab.events).toEqual([])
  },
  async dispose() {
    const { tab } = await someone()
    await tab.dispose()
    await tab.refreshSession()
    expect(tab.events).toEqual([])
  },
  async getClaims() {
    const { tab, session, email } = await someone()
    const asked: string[] = []
    const offline = await newTab({
      fetch: (address, init) => {
        asked.push(new URL(address instanceof Request ? address.url : address).pathname)
        return fetch(address, init)
      },
    })
    const { data } = await offline.getClaims(session.access_token)
    expect(data?.claims).toMatchObject({
      sub: session.user.id,
      email,
      role: 'authenticated',
      aal: 'aal1',
      is_anonymous: false,
    })
    // By the published keys, without asking for the user.
    expect(asked).toEqual(['/auth/v1/.well-known/jwks.json'])
    const forged = session.access_token.replace(/.$/, (last) => (last === 'A' ? 'Q' : 'A'))
    expect((await tab.getClaims(forged)).error).toMatchObject({ name: 'AuthInvalidJwtError', code: 'invalid_jwt' })
    expect((await (await newTab()).getClaims()).data).toBeNull()
  },
  async 'mfa.enroll'() {
    const { tab } = await someone()
    const { data, error } = await tab.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' })
    expect([error, data?.type, data?.totp.qr_code.startsWith('data:image/svg+xml;utf-8,<svg')]).toEqual([
      null,
      'totp',
      true,
    ])
    expect(refusedWith(await tab.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' }))).toBe(
      'mfa_factor_name_conflict',
    )
  },
  async 'mfa.challenge'() {
    const { tab } = await someone()
    const { factorId } = await enrolled(tab)
    expect((await tab.mfa.challenge({ factorId })).data).toMatchObject({ id: expect.any(String), type: 'totp' })
    expect(refusedWith(await tab.mfa.challenge({ factorId: unknown }))).toBe('mfa_factor_not_found')
  },
  async 'mfa.verify'() {
    const { tab } = await someone()
    const { factorId, secret } = await enrolled(tab)
    const challengeId = (await tab.mfa.challenge({ factorId })).data?.id ?? ''
    expect(refusedWith(await tab.mfa.verify({ factorId, challengeId, code: '000000' }))).toBe('mfa_verification_failed')
    const { data } = await tab.mfa.verify({ factorId, challengeId, code: codeOf(secret) })
    expect(data).toMatchObject({ access_token: expect.any(String), user: { factors: [{ status: 'verified' }] } })
    expect(tab.events).toContain('MFA_CHALLENGE_VERIFIED')
  },
  async 'mfa.challengeAndVerify'() {
    const { tab } = await someone()
    const { factorId, secret } = await enrolled(tab)
    expect(refusedWith(await tab.mfa.challengeAndVerify({ factorId, code: '000000' }))).toBe('mfa_verification_failed')
    expect((await tab.mfa.challengeAndVerify({ factorId, code: codeOf(secret) })).error).toBeNull()
    expect(tab.events).toContain('MFA_CHALLENGE_VERIFIED')
  },
  async 'mfa.unenroll'() {
    const { tab, email } = await someone()
    const { factorId } = await secondFactor(tab)
    const weak = await newTab()
    await weak.signInWithPassword({ email, password: goodPassword })
    expect(refusedWith(await weak.mfa.unenroll({ factorId }))).toBe('insufficient_aal')
    expect((await tab.mfa.unenroll({ factorId })).data).toEqual({ id: factorId })
    expect(refusedWith(await tab.mfa.unenroll({ factorId }))).toBe('mfa_factor_not_found')
  },
  async 'mfa.listFactors'() {
    const { tab } = await someone()
    const { factorId } = await secondFactor(tab)
    expect((await tab.mfa.listFactors()).data).toMatchObject({
      all: [{ id: factorId }],
      totp: [{ id: factorId }],
      phone: [],
    })
    expect(refusedWith(await (await newTab()).mfa.listFactors())).toBe(missing)
  },
  async 'mfa.getAuthenticatorAssuranceLevel'() {
    const { tab, email } = await someone()
    const app = await secondFactor(tab)
    expect((await tab.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: 'aal2',
      nextLevel: 'aal2',
    })
    const weak = await newTab()
    await weak.signInWithPassword({ email, password: goodPassword })
    expect((await weak.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: 'aal1',
      nextLevel: 'aal2',
    })
    await afterHalfAMinute(server.admin)
    expect((await weak.mfa.challengeAndVerify({ factorId: app.factorId, code: codeOf(app.secret) })).error).toBeNull()
    expect((await (await newTab()).mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({ currentLevel: null })
  },
  async 'mfa.recoveryCodes.generate'() {
    const { tab } = await someone({ experimental: { recoveryCodes: true } })
    expect(refusedWith(await tab.mfa.recoveryCodes.generate())).toBe('insufficient_aal')
    await secondFactor(tab)
    const { data } = await tab.mfa.recoveryCodes.generate()
    expect(data).toMatchObject({ id: expect.any(String), codes: expect.arrayContaining([expect.any(String)]) })
    expect(refusedWith(await tab.mfa.recoveryCodes.generate())).toBe('mfa_verified_factor_exists')
  },
  async 'mfa.recoveryCodes.getStatus'() {
    const { tab } = await withRecoveryCodes()
    expect((await tab.mfa.recoveryCodes.getStatus()).data).toMatchObject({ total: 10, remaining: 10 })
    const plain = await someone({ experimental: { recoveryCodes: true } })
    expect(refusedWith(await plain.tab.mfa.recoveryCodes.getStatus())).toBe('mfa_factor_not_found')
  },
  async 'mfa.recoveryCodes.verify'() {
    const { email, codes } = await withRecoveryCodes()
    const tab = await newTab({ experimental: { recoveryCodes: true } })
    await tab.signInWithPassword({ email, password: goodPassword })
    expect(refusedWith(await tab.mfa.recoveryCodes.verify({ code: 'wrong' }))).toBe('mfa_verification_failed')
    expect((await tab.mfa.recoveryCodes.verify({ code: codes[0] ?? '' })).data).toMatchObject({
      access_token: expect.any(String),
    })
    expect(tab.events).toEqual(['SIGNED_IN', 'MFA_CHALLENGE_VERIFIED'])
  },
  async 'mfa.recoveryCodes.regenerate'() {
    const { tab, codes } = await withRecoveryCodes()
    const { data } = await tab.mfa.recoveryCodes.regenerate()
    expect(data?.codes.filter((code) => codes.includes(code))).toEqual([])
    await tab.mfa.recoveryCodes.unenroll()
    expect(refusedWith(await tab.mfa.recoveryCodes.regenerate())).toBe('mfa_factor_not_found')
  },
  async 'mfa.recoveryCodes.unenroll'() {
    const { tab } = await withRecoveryCodes()
    expect((await tab.mfa.recoveryCodes.unenroll()).error).toBeNull()
    expect(refusedWith(await tab.mfa.recoveryCodes.unenroll())).toBe('mfa_factor_not_found')
  },
  async 'mfa.webauthn.enroll'() {
    const { tab } = await someone({ experimental: { passkey: true } })
    const { data, error } = await tab.mfa.webauthn.enroll({ friendlyName: 'Key' })
    expect([error, data]).toMatchObject([null, { id: expect.any(String), type: 'webauthn', friendly_name: 'Key' }])
    expect(refusedWith(await tab.mfa.webauthn.enroll({ friendlyName: 'Key' }))).toBe('mfa_factor_name_conflict')
  },
  async 'passkey.startRegistration'() {
    const { tab, email } = await someone({ experimental: { passkey: true } })
    const { data } = await tab.passkey.startRegistration()
    expect(data).toMatchObject({
      challenge_id: expect.any(String),
      expires_at: expect.any(Number),
      options: { challenge: expect.any(String), user: { name: email }, rp: { id: new URL(siteUrl).hostname } },
    })
    const signedOut = await newTab({ experimental: { passkey: true } })
    expect(refusedWith(await signedOut.passkey.startRegistration())).toBe(missing)
  },
  async 'passkey.verifyRegistration'() {
    const { tab } = await someone({ experimental: { passkey: true } })
    const challengeId = (await tab.passkey.startRegistration()).data?.challenge_id ?? ''
    const credential = {} as never
    expect(refusedWith(await tab.passkey.verifyRegistration({ challengeId, credential }))).toBe(
      'webauthn_verification_failed',
    )
    expect(refusedWith(await tab.passkey.verifyRegistration({ challengeId: unknown, credential }))).toBe(
      'webauthn_challenge_not_found',
    )
  },
  async 'passkey.startAuthentication'() {
    const tab = await newTab({ experimental: { passkey: true } })
    const { data } = await tab.passkey.startAuthentication()
    expect(data).toMatchObject({ challenge_id: expect.any(String), options: { challenge: expect.any(String) } })
  },
  async 'passkey.verifyAuthentication'() {
    const tab = await newTab({ experimental: { passkey: true } })
    const credential = {} as never
    const challengeId = (await tab.passkey.startAuthentication()).data?.challenge_id ?? ''
    expect(refusedWith(await tab.passkey.verifyAuthentication({ challengeId, credential }))).toBe(
      'webauthn_verification_failed',
    )
    expect(tab.events).toEqual([])
  },
  async 'passkey.list'() {
    const { tab, id } = await withPasskey()
    expect((await tab.passkey.list()).data).toMatchObject([{ id, created_at: expect.any(String) }])
    expect(refusedWith(await (await newTab({ experimental: { passkey: true } })).passkey.list())).toBe(missing)
  },
  async 'passkey.update'() {
    const { tab, id } = await withPasskey()
    const { data } = await tab.passkey.update({ passkeyId: id, friendlyName: 'Laptop' })
    expect(data).toMatchObject({ id, friendly_name: 'Laptop' })
    expect((await tab.passkey.update({ passkeyId: unknown, friendlyName: 'x' })).error?.status).toBe(404)
  },
  async 'passkey.delete'() {
    const { tab, id } = await withPasskey()
    expect((await tab.passkey.delete({ passkeyId: id })).error).toBeNull()
    expect((await tab.passkey.list()).data).toEqual([])
    expect((await tab.passkey.delete({ passkeyId: id })).error?.status).toBe(404)
  },
  async 'admin.passkey.listPasskeys'() {
    const { session, id } = await withPasskey()
    const { admin } = await administrator()
    expect((await admin.passkey.listPasskeys({ userId: session.user.id })).data).toMatchObject([{ id }])
    expect(refusedWith(await admin.passkey.listPasskeys({ userId: unknown }))).toBe('user_not_found')
  },
  async 'admin.passkey.deletePasskey'() {
    const { session, tab, id: passkeyId } = await withPasskey()
    const { admin } = await administrator()
    const userId = session.user.id
    expect(await admin.passkey.deletePasskey({ userId, passkeyId })).toEqual({ data: null, error: null })
    expect((await tab.passkey.list()).data).toEqual([])
    expect((await admin.passkey.deletePasskey({ userId, passkeyId })).error?.status).toBe(404)
  },
  async 'oauth.getAuthorizationDetails'() {
    expect((await (await someone()).tab.oauth.getAuthorizationDetails('x')).error).toMatchObject(off)
  },
  async 'oauth.approveAuthorization'() {
    expect((await (await someone()).tab.oauth.approveAuthorization('x')).error).toMatchObject(off)
  },
  async 'oauth.denyAuthorization'() {
    expect((await (await someone()).tab.oauth.denyAuthorization('x')).error).toMatchObject(off)
  },
  async 'oauth.listGrants'() {
    expect((await (await someone()).tab.oauth.listGrants()).error).toMatchObject(off)
  },
  async 'oauth.revokeGrant'() {
    expect((await (await someone()).tab.oauth.revokeGrant({ clientId: 'x' })).error).toMatchObject(off)
  },
  async 'admin.createUser'() {
    const { admin } = await administrator()
    const email = newAddress()
    const { data } = await admin.createUser({ email, password: goodPassword, email_confirm: true })
    expect(data.user).toMatchObject({ email, email_confirmed_at: expect.any(String) })
    expect(refusedWith(await admin.createUser({ email, password: goodPassword }))).toBe('email_exists')
    expect(refusedWith(await (await newTab()).admin.createUser({ email }))).toBe('no_authorization')
  },
  async 'admin.listUsers'() {
    await someone()
    const { admin } = await administrator()
    const { data } = await admin.listUsers({ page: 1, perPage: 1 })
    expect(data).toMatchObject({
      users: [{ aud: 'authenticated' }],
      aud: 'authenticated',
      nextPage: 2,
      total: expect.any(Number),
    })
    expect(refusedWith(await admin.listUsers({ page: -1 }))).toBe('validation_failed')
  },
  async 'admin.getUserById'() {
    const { session, email } = await someone()
    const { admin } = await administrator()
    expect((await admin.getUserById(session.user.id)).data.user?.email).toBe(email)
    expect(refusedWith(await admin.getUserById(unknown))).toBe('user_not_found')
  },
  async 'admin.updateUserById'() {
    const { session, tab } = await someone()
    const { admin } = await administrator()
    const { data } = await admin.updateUserById(session.user.id, { app_metadata: { plan: 'b' } })
    expect(data.user?.app_metadata).toMatchObject({ plan: 'b' })
    expect(refusedWith(await admin.updateUserById(session.user.id, { password: '1' }))).toBe('weak_password')
    await admin.updateUserById(session.user.id, { ban_duration: '1h' })
    expect(refusedWith(await tab.refreshSession())).toBe('user_banned')
  },
  async 'admin.deleteUser'() {
    const { session, tab } = await someone()
    const { admin } = await administrator()
    expect((await admin.deleteUser(session.user.id)).error).toBeNull()
    expect(refusedWith(await admin.deleteUser(session.user.id))).toBe('user_not_found')
    expect(refusedWith(await tab.getUser())).toBe('user_not_found')
  },
  async 'admin.inviteUserByEmail'() {
    const { admin } = await administrator()
    const email = newAddress()
    const { data } = await admin.inviteUserByEmail(email, { data: { team: 'x' } })
    expect(data.user).toMatchObject({ email, invited_at: expect.any(String) })
    const tab = await newTab()
    sessionOf(await tab.verifyOtp(linkOf(await mailTo(email))))
    expect(tab.events).toEqual(['SIGNED_IN'])
    expect(refusedWith(await admin.inviteUserByEmail(email))).toBe('email_exists')
  },
  async 'admin.generateLink'() {
    const { email } = await someone()
    const { admin } = await administrator()
    const { data } = await admin.generateLink({ type: 'magiclink', email })
    expect(data.properties?.action_link).toMatch(/\/auth\/v1\/verify\?token=\w+&type=magiclink&redirect_to=/)
    const { hashed_token: token_hash = '', verification_type: type } = data.properties ?? {}
    expect(sessionOf(await (await newTab()).verifyOtp({ token_hash, type: type as EmailOtpType })).user.email).toBe(
      email,
    )
    expect(refusedWith(await admin.generateLink({ type: 'recovery', email: newAddress() }))).toBe('user_not_found')
  },
  async 'admin.signOut'() {
    const { session } = await someone()
    const { admin } = await administrator()
    expect(await admin.signOut(session.access_token)).toEqual({ data: null, error: null })
    expect(await readUserWith(url, session.access_token)).toEqual({ status: 403, code: 'session_not_found' })
    expect(refusedWith(await admin.signOut('no.token.x'))).toBe('bad_jwt')
  },
  async 'admin.mfa.listFactors'() {
    const { session, tab } = await someone()
    const { factorId } = await secondFactor(tab)
    const { admin } = await administrator()
    expect((await admin.mfa.listFactors({ userId: session.user.id })).data).toMatchObject({
      factors: [{ id: factorId }],
    })
    expect(refusedWith(await admin.mfa.listFactors({ userId: unknown }))).toBe('user_not_found')
  },
  async 'admin.mfa.deleteFactor'() {
    const { session, tab } = await someone()
    const { factorId: id } = await secondFactor(tab)
    const { admin } = await administrator()
    expect((await admin.mfa.deleteFactor({ userId: session.user.id, id })).data).toMatchObject({ data: { id } })
    expect(refusedWith(await admin.mfa.deleteFactor({ userId: session.user.id, id }))).toBe('mfa_factor_not_found')
  },
  async 'admin.oauth.listClients'() {
    expect((await (await administrator()).admin.oauth.listClients()).error).toMatchObject(off)
  },
  async 'admin.oauth.createClient'() {
    const { admin } = await administrator()
    expect((await admin.oauth.createClient({ client_name: 'x', redirect_uris: [siteUrl] })).error).toMatchObject(off)
  },
  async 'admin.oauth.getClient'() {
    expect((await (await administrator()).admin.oauth.getClient(unknown)).error).toMatchObject(off)
  },
  async 'admin.oauth.updateClient'() {
    expect((await (await administrator()).admin.oauth.updateClient(unknown, {})).error).toMatchObject(off)
  },
  async 'admin.oauth.deleteClient'() {
    expect((await (await administrator()).admin.oauth.deleteClient(unknown)).error).toMatchObject(off)
  },
  async 'admin.oauth.regenerateClientSecret'() {
    expect((await (await administrator()).admin.oauth.regenerateClientSecret(unknown)).error).toMatchObject(off)
  },
  async 'admin.customProviders.listProviders'() {
    expect((await (await administrator()).admin.customProviders.listProviders()).error).toMatchObject(off)
  },
  async 'admin.customProviders.createProvider'() {
    expect((await (await administrator()).admin.customProviders.createProvider({} as never)).error).toMatchObject(off)
  },
  async 'admin.customProviders.getProvider'() {
    expect((await (await administrator()).admin.customProviders.getProvider('custom:x')).error).toMatchObject(off)
  },
  async 'admin.customProviders.updateProvider'() {
    expect((await (await administrator()).admin.customProviders.updateProvider('custom:x', {})).error).toMatchObject(
      off,
    )
  },
  async 'admin.customProviders.deleteProvider'() {
    expect((await (await administrator()).admin.customProviders.deleteProvider('custom:x')).error).toMatchObject(off)
  },
}

/**
 * Methods whose result requires an authenticator are called in Chromium with a virtual one: e2e/passkeys.spec.ts, by
 * this text. How their steps respond without one is tested above.
 */
const inChromium: Record<string, string> = {
  registerPasskey: 'client.registerPasskey()',
  signInWithPasskey: 'client.signInWithPasskey()',
  'mfa.webauthn.register': 'client.mfa.webauthn.register(',
  'mfa.webauthn.authenticate': 'client.mfa.webauthn.authenticate(',
}

/** Methods that aren't tested separately, each with its reason. */
const excluded: Record<string, string> = {
  signInWithWeb3:
    'Web3 wallets are off: `what this server does not offer answers by name that it is off` (transport.test.ts)',
  'mfa.webauthn.challenge': 'a step of mfa.webauthn.register and authenticate, which are checked in Chromium',
  'mfa.webauthn.verify': 'a step of mfa.webauthn.register and authenticate, which are checked in Chromium',
}

test('every method the library declares is tested here or excluded with a reason', () => {
  const declared = clientMethods()
  expect(declared.length).toBeGreaterThan(80)
  const seen = [checks, inChromium, excluded].flatMap((methods) => Object.keys(methods))
  expect(seen.toSorted()).toEqual(declared.toSorted())
  const journey = readFileSync(new URL('../../e2e/passkeys.spec.ts', import.meta.url), 'utf8')
  for (const [method, call] of Object.entries(inChromium)) expect(journey.includes(call), method).toBe(true)
})

test.each(Object.entries(checks))('%s does what the library documents', async (_name, check) => {
  await check()
})

test('a refresh whose answer was lost is repeated with the same token, after 200, 400 and 800 ms, and the session continues', async () => {
  const { session, email } = await someone()
  const tokens = new Set<string>()
  const steps: number[] = []
  let lostAt: number | null = null
  const tab = await newTab({
    fetch: async (address, init) => {
      if (!String(address).includes('grant_type=refresh_token') || steps.length === 3) return fetch(address, init)
      tokens.add((JSON.parse(String(init?.body)) as { refresh_token: string }).refresh_token)
      if (lostAt !== null) steps.push(performance.now() - lostAt)
      const answer = await fetch(address, init)
      if (steps.length === 3) return answer
      lostAt = performance.now()
      throw new TypeError('fetch failed')
    },
  })
  await tab.setSession(session)
  const refreshed = sessionOf(await tab.refreshSession())
  expect([[...tokens], refreshed.user.email]).toEqual([[session.refresh_token], email])
  // Timers may fire a millisecond early, and late by any time.
  for (const [index, least] of [199, 399, 799].entries()) expect(steps[index]).toBeGreaterThanOrEqual(least)
  expect(refreshed.refresh_token).not.toBe(session.refresh_token)
  expect(tab.events).not.toContain('SIGNED_OUT')
  expect((await tab.getUser()).error).toBeNull()
  expect(sessionOf(await tab.refreshSession()).refresh_token).not.toBe(refreshed.refresh_token)
})

test('tabs that share storage and refresh at the same moment all stay signed in', async () => {
  const { session } = await someone()
  const kept = new Map<string, string>()
  const storage = {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  }
  const shared = { storage, storageKey: 'one browser' }
  const tabs = await Promise.all(Array.from({ length: 8 }, () => newTab(shared)))
  await tabs[0]?.setSession(session)
  for (let round = 0; round < 3; round++) {
    const refreshed = await Promise.all(tabs.map((tab) => tab.refreshSession()))
    // A tab whose response arrives after another's uses what the other stored, and drops its own.
    const refused = refreshed.flatMap(({ error }) => error?.name ?? [])
    expect(new Set(refused)).toEqual(new Set(refused.length > 0 ? ['AuthRefreshDiscardedError'] : []))
    expect(refused.length).toBeLessThan(tabs.length)
    const held = await Promise.all(tabs.map(async (tab) => sessionOf(await tab.getSession()).refresh_token))
    expect(new Set(held).size).toBe(1)
  }
  for (const tab of tabs) expect((await tab.getUser()).error).toBeNull()
  expect(tabs.flatMap(({ events }) => events)).not.toContain('SIGNED_OUT')
})
