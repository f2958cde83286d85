import { randomBytes } from 'node:crypto'
import { GoTrueClient, type Provider, type UserIdentity } from '@supabase/auth-js'
import { expect, test } from 'vitest'
import {
  goodPassword,
  mailedServer,
  confirmedPerson,
  post,
  sessionOf,
  siteUrl,
  browserTab,
} from '../testing/identity.ts'
import { newAddress } from '../testing/new-address.ts'
import { openIdProvider, providerEnvironment } from '../testing/openid-provider.ts'
import { answerIn, testBrowser, trip, type TestBrowser } from '../testing/provider-trips.ts'
import { ageSessions } from '../testing/second-factors.ts'
import { identityConfig } from './config.ts'

const acme = await openIdProvider()
const { providers } = identityConfig({ AUTH_PROVIDERS: 'acme', ...providerEnvironment('acme', acme) }, siteUrl)
const server = await mailedServer({ providers })
const { url, admin, mailTo, mailsTo } = server

/** The published client in a browser that keeps cookies, and someone signed in with a password. */
async function someone(flowType: 'implicit' | 'pkce' = 'implicit') {
  const browser = testBrowser(url)
  const kept = new Map<string, string>()
  const tab = new GoTrueClient({
    url: `${url}/auth/v1`,
    fetch: (address, init) => browser.fetch(address instanceof Request ? address.url : address, init),
    storage: {
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, value) => void kept.set(key, value),
      removeItem: (key) => void kept.delete(key),
    },
    autoRefreshToken: false,
    detectSessionInUrl: false,
    flowType,
  })
  return { ...(await confirmedPerson({ mailTo }, tab)), browser }
}

type Someone = Awaited<ReturnType<typeof someone>>

async function addressToLink({ tab }: Pick<Someone, 'tab'>): Promise<string> {
  const { data, error } = await tab.linkIdentity({
    provider: 'acme' as Provider,
    options: { skipBrowserRedirect: true },
  })
  if (error) throw error
  return data.url
}

async function link(person: Someone): Promise<URL> {
  return person.browser.follow(await acme.answerTo(await addressToLink(person)))
}

const newPerson = (more: object = {}) => {
  acme.person = { sub: randomBytes(8).toString('hex'), email: newAddress(), email_verified: true, ...more }
}
const providersOf = async (tab: GoTrueClient) => {
  const { data } = await tab.getUserIdentities()
  return data?.identities.map(({ provider }) => provider)
}
const identityOf = async (tab: GoTrueClient, provider: string): Promise<UserIdentity> => {
  const { data } = await tab.getUserIdentities()
  const found = data?.identities.find((one) => one.provider === provider)
  if (!found) throw new Error(`no identity of ${provider}`)
  return found
}

test.each(['implicit', 'pkce'] as const)(
  'a linked account signs in to the account it was linked to (%s)',
  async (flow) => {
    const person = await someone(flow)
    // Its address at the provider differs and isn't verified: the signed-in user decides.
    newPerson({ email_verified: false })
    const values = answerIn(await link(person))
    expect(values).toMatchObject(flow === 'pkce' ? { code: expect.any(String) } : { access_token: expect.any(String) })
    expect(await providersOf(person.tab)).toEqual(['email', 'acme'])
    expect((await mailTo(person.email)).subject).toBe('An account was linked to yours')
    if (flow === 'pkce') sessionOf(await person.tab.exchangeCodeForSession(values['code'] ?? ''))

    const tab = browserTab(url, 'pkce')
    const back = answerIn(await trip(testBrowser(url), acme, tab, 'acme'))
    const { user } = sessionOf(await tab.exchangeCodeForSession(back['code'] ?? ''))
    expect(user).toMatchObject({
      id: person.session.user.id,
      app_metadata: { provider: 'email', providers: ['email', 'acme'] },
    })

    const mails = await mailsTo(person.email)
    expect(answerIn(await link(person))).not.toHaveProperty('error')
    expect([await providersOf(person.tab), await mailsTo(person.email)]).toEqual([['email', 'acme'], mails])
  },
)

test('a session older than an hour links and unlinks an account only after its password', async () => {
  newPerson()
  const person = await someone()
  const { tab, session } = person
  const proveIdentity = () =>
    post(
      url,
      '/reauthenticate',
      { current_password: goodPassword },
      { authorization: `Bearer ${session.access_token}` },
    )
  const needed = { status: 400, code: 'current_password_required' }
  await ageSessions(admin, session.user.id)
  await expect(addressToLink(person)).rejects.toMatchObject(needed)
  expect(await proveIdentity()).toMatchObject({ status: 200 })
  await link(person)
  expect(await providersOf(tab)).toEqual(['email', 'acme'])
  await ageSessions(admin, session.user.id)
  const acmeAccount = await identityOf(tab, 'acme')
  expect((await tab.unlinkIdentity(acmeAccount)).error).toMatchObject(needed)
  expect(await proveIdentity()).toMatchObject({ status: 200 })
  expect((await tab.unlinkIdentity(acmeAccount)).error).toBeNull()
})

test('an unlinked account can no longer sign in, and its owner is notified', async () => {
  const person = await someone()
  newPerson()
  await link(person)
  expect(await person.tab.unlinkIdentity(await identityOf(person.tab, 'acme'))).toMatchObject({ error: null })
  expect(await providersOf(person.tab)).toEqual(['email'])
  expect((await mailTo(person.email)).subject).toBe('An account was unlinked from yours')
  const tab = browserTab(url, 'pkce')
  const { code = '' } = answerIn(await trip(testBrowser(url), acme, tab, 'acme'))
  expect(sessionOf(await tab.exchangeCodeForSession(code)).user.id).not.toBe(person.session.user.id)
})

test("accounts that can't be unlinked are refused with an error", async () => {
  const [person, stranger] = [await someone(), await someone()]
  const only = await identityOf(person.tab, 'email')
  expect((await person.tab.unlinkIdentity(only)).error).toMatchObject({
    status: 422,
    code: 'single_identity_not_deletable',
  })
  newPerson()
  await link(person)
  expect((await person.tab.unlinkIdentity(only)).error).toMatchObject({ code: 'email_conflict_identity_not_deletable' })
  const linked = await identityOf(person.tab, 'acme')
  newPerson()
  await link(stranger)
  expect((await stranger.tab.unlinkIdentity(linked)).error).toMatchObject({ status: 422, code: 'identity_not_found' })
  expect((await person.tab.unlinkIdentity({ ...linked, identity_id: 'x' })).error).toMatchObject({
    status: 404,
    code: 'validation_failed',
  })
  expect(await providersOf(person.tab)).toEqual(['email', 'acme'])
})

test('a person who signed up with a provider keeps it until they have a password', async () => {
  newPerson()
  const tab = browserTab(url, 'pkce')
  const { code = '' } = answerIn(await trip(testBrowser(url), acme, tab, 'acme'))
  sessionOf(await tab.exchangeCodeForSession(code))
  const linked = await identityOf(tab, 'acme')
  expect((await tab.unlinkIdentity(linked)).error).toMatchObject({ code: 'single_identity_not_deletable' })
  expect((await tab.updateUser({ password: goodPassword })).error).toBeNull()
  expect(await providersOf(tab)).toEqual(['email', 'acme'])
  expect((await tab.unlinkIdentity(linked)).error).toBeNull()
  expect(
    (await browserTab(url).signInWithPassword({ email: acme.person.email ?? '', password: goodPassword })).error,
  ).toBeNull()
})

test('an account linked to someone else is refused, and stays theirs', async () => {
  const [first, second] = [await someone(), await someone()]
  newPerson()
  await link(first)
  expect(answerIn(await link(second))).toMatchObject({ error: 'access_denied', error_code: 'identity_already_exists' })
  expect([await providersOf(first.tab), await providersOf(second.tab)]).toEqual([['email', 'acme'], ['email']])
})

test('a link sent to someone else links nothing, for neither person', async () => {
  const [sender, victim] = [await someone(), await someone()]
  newPerson()
  await addressToLink(victim)
  const answer = await acme.answerTo(await addressToLink(sender))
  expect(answerIn(await victim.browser.follow(answer))).toMatchObject({ error_code: 'bad_oauth_state' })
  const without: TestBrowser = testBrowser(url)
  expect(answerIn(await without.follow(answer))).toMatchObject({ error_code: 'bad_oauth_state' })
  expect([await providersOf(sender.tab), await providersOf(victim.tab)]).toEqual([['email'], ['email']])
})

test('nothing is linked once the session that requested it has ended', async () => {
  const person = await someone()
  newPerson()
  const answer = await acme.answerTo(await addressToLink(person))
  await person.tab.signOut()
  expect(answerIn(await person.browser.follow(answer))).toMatchObject({ error_code: 'session_not_found' })
  const { rows } = await admin.query('select 1 from auth.identities where subject = $1', [acme.person.sub])
  expect(rows).toEqual([])
})

test('with a second factor, linking and unlinking need a session that has passed it', async () => {
  const person = await someone()
  newPerson()
  await link(person)
  const linked = await identityOf(person.tab, 'acme')
  await admin.query(
    `insert into auth.factors (id, user_id, factor_type, status) values (gen_random_uuid(), $1, 'webauthn', 'verified')`,
    [person.session.user.id],
  )
  await expect(addressToLink(person)).rejects.toMatchObject({ status: 401, code: 'insufficient_aal' })
  expect((await person.tab.unlinkIdentity(linked)).error).toMatchObject({ code: 'insufficient_aal' })
  const { access_token } = person.session
  const idToken = { provider: 'acme', id_token: await acme.idToken(), link_identity: true }
  const answer = await post(url, '/token?grant_type=id_token', idToken, { authorization: `Bearer ${access_token}` })
  expect([answer.status, answer.body['error_code']]).toEqual([401, 'insufficient_aal'])
})

test('linking and unlinking require sign-in', async () => {
  const asked = await fetch(`${url}/auth/v1/user/identities/authorize?provider=acme`, { redirect: 'manual' })
  expect(asked.status).toBe(401)
  const removed = await fetch(`${url}/auth/v1/user/identities/${randomBytes(4).toString('hex')}`, { method: 'DELETE' })
  expect(removed.status).toBe(401)
  const tab = browserTab(url)
  expect((await tab.linkIdentity({ provider: 'acme' as Provider })).error).toMatchObject({ name: 'AuthApiError' })
})

test('without skip_http_redirect the browser is redirected immediately', async () => {
  const { session, browser } = await someone()
  const headers = { authorization: `Bearer ${session.access_token}` }
  const answer = await browser.fetch(`${url}/auth/v1/user/identities/authorize?provider=acme`, { headers })
  expect(answer.status).toBe(302)
  expect(answer.headers.get('location')).toContain(`${acme.issuer}/authorize?`)
})

test('a provider name pointed at another server signs no one in', async () => {
  const person = await someone()
  newPerson()
  await link(person)
  const evil = await openIdProvider()
  evil.person = { ...acme.person, email: newAddress() }
  const moved = identityConfig({ AUTH_PROVIDERS: 'acme', ...providerEnvironment('acme', evil) }, siteUrl)
  const later = await mailedServer({ providers: moved.providers }, {}, server)
  const tab = browserTab(later.url, 'pkce')
  const { code = '' } = answerIn(await trip(testBrowser(later.url), evil, tab, 'acme'))
  expect(sessionOf(await tab.exchangeCodeForSession(code)).user.id).not.toBe(person.session.user.id)
})
