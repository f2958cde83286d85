import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { createLog } from '../platform/log.ts'
import { forgetExpired } from '../platform/forget-expired.ts'
import {
  browserTab,
  goodPassword,
  linkOf,
  mailedServer,
  post,
  sessionOf,
  siteUrl,
  testIdentityConfig,
} from '../testing/identity.ts'
import { newAddress } from '../testing/new-address.ts'
import { openIdProvider, providerEnvironment, type ProviderBehavior } from '../testing/openid-provider.ts'
import { addressToSignIn, answerIn, testBrowser, trip } from '../testing/provider-trips.ts'
import { deleteUser } from './admin/delete-user.ts'
import { identityConfig } from './config.ts'

const [acme, other] = [await openIdProvider(), await openIdProvider()]
const { providers } = identityConfig(
  {
    AUTH_PROVIDERS: 'acme,other',
    ...providerEnvironment('acme', acme),
    ...providerEnvironment('other', other),
  },
  siteUrl,
)
const logged: string[] = []
const log = createLog('info', { write: (line: string) => void logged.push(line) })
const redirectUrls = ['https://app.example.com']
const server = await mailedServer({ providers, redirectUrls }, { log })
const { url, admin, db, mailTo, mailsTo } = server

/** A person at a provider who has no account here. */
function newPerson(provider = acme, more: object = {}): string {
  const email = newAddress()
  provider.person = { sub: randomBytes(8).toString('hex'), email, email_verified: true, name: 'Ada Byron', ...more }
  return email
}

const landing = (conduct: ProviderBehavior = {}, provider = acme, name = 'acme') => {
  provider.conduct = conduct
  return trip(testBrowser(url), provider, browserTab(url, 'pkce'), name).finally(() => (provider.conduct = {}))
}
const codeOf = async (address: Promise<URL>) => answerIn(await address)['error_code'] ?? 'in'
const usersWith = async (email: string) =>
  (await admin.query('select id from auth.users where email = $1', [email])).rows.length

test('a new person signs in with a provider, and has an account with an organization of its own', async () => {
  for (const flow of ['pkce', 'implicit'] as const) {
    const email = newPerson(acme, { picture: 'https://acme.example/ada.png' })
    const tab = browserTab(url, flow)
    const address = await trip(testBrowser(url), acme, tab, 'acme', { redirectTo: 'https://app.example.com/in?x=1' })
    expect(`${address.origin}${address.pathname}`).toBe('https://app.example.com/in')
    expect(address.searchParams.get('x')).toBe('1')
    const values = answerIn(address)
    const session =
      flow === 'pkce'
        ? sessionOf(await tab.exchangeCodeForSession(values['code'] ?? ''))
        : sessionOf(
            await tab.setSession({
              access_token: values['access_token'] ?? '',
              refresh_token: values['refresh_token'] ?? '',
            }),
          )
    expect(session.user).toMatchObject({
      email,
      app_metadata: { provider: 'acme', providers: ['acme'], org_id: expect.any(String) },
      user_metadata: {
        full_name: 'Ada Byron',
        email,
        email_verified: true,
        avatar_url: 'https://acme.example/ada.png',
      },
      identities: [
        { provider: 'acme', id: acme.person.sub, email, identity_data: { sub: acme.person.sub, iss: acme.issuer } },
      ],
    })
    const { data } = await tab.getClaims()
    expect(data?.claims).toMatchObject({ aal: 'aal1', amr: [{ method: 'oauth' }] })
    const members = await fetch(`${url}/api/v1/categories`, {
      headers: { authorization: `Bearer ${session.access_token}` },
    })
    expect(members.status).toBe(200)
  }
})

test('the organization of a person who signs up with a provider starts in the time zone of their browser and its currency', async () => {
  const startedIn = async (time_zone: string) => {
    const email = newPerson()
    const browser = testBrowser(url)
    const queryParams = { time_zone, login_hint: 'ada' }
    const there = await browser.follow(await addressToSignIn(browserTab(url, 'pkce'), 'acme', { queryParams }))
    expect([...there.searchParams.keys()]).toContain('login_hint')
    expect([...there.searchParams.keys()]).not.toContain('time_zone')
    expect(answerIn(await browser.follow(await acme.answerTo(there.href)))['code']).toBeDefined()
    const { rows } = await admin.query(
      'select o.time_zone, o.currency from organizations o join auth.users u on u.own_org_id = o.org_id where u.email = $1',
      [email],
    )
    return rows
  }
  expect(await startedIn('Europe/Berlin')).toEqual([{ time_zone: 'Europe/Berlin', currency: 'EUR' }])
  expect(await startedIn('Asia/Calcutta')).toEqual([{ time_zone: 'Asia/Kolkata', currency: 'INR' }])
  expect(await startedIn('Mars/Olympus')).toEqual([{ time_zone: 'UTC', currency: 'USD' }])
})

test('the same account signs in again by its subject, even with another address and name', async () => {
  const email = newPerson()
  expect(await codeOf(landing())).toBe('in')
  acme.person = { sub: acme.person.sub, email: newAddress(), email_verified: false, name: 'Ada Lovelace' }
  const tab = browserTab(url, 'pkce')
  const address = await trip(testBrowser(url), acme, tab, 'acme')
  const { user } = sessionOf(await tab.exchangeCodeForSession(answerIn(address)['code'] ?? ''))
  expect(user.email).toBe(email)
  expect(user.identities).toMatchObject([{ identity_data: { name: 'Ada Lovelace', email_verified: false } }])
  expect(await usersWith(acme.person.email ?? '')).toBe(0)
})

/** An account with a password, confirmed by mail or only by an administrator. */
async function account(email: string, confirmed: 'by mail' | 'by an administrator' | 'not at all'): Promise<void> {
  await browserTab(url).signUp({ email, password: goodPassword })
  if (confirmed === 'not at all') return
  sessionOf(await browserTab(url).verifyOtp(linkOf(await mailTo(email))))
  if (confirmed === 'by an administrator')
    await admin.query('update auth.users set email_proven_at = null where email = $1', [email])
}

test.each([
  { verified: true, confirmed: 'by mail', code: 'in' },
  { verified: 'true', confirmed: 'by mail', code: 'in' },
  { verified: false, confirmed: 'by mail', code: 'provider_email_needs_verification' },
  { verified: undefined, confirmed: 'by mail', code: 'provider_email_needs_verification' },
  { verified: 'yes', confirmed: 'by mail', code: 'provider_email_needs_verification' },
  { verified: 1, confirmed: 'by mail', code: 'provider_email_needs_verification' },
  { verified: true, confirmed: 'by an administrator', code: 'user_already_exists' },
  { verified: false, confirmed: 'by an administrator', code: 'provider_email_needs_verification' },
  { verified: false, confirmed: undefined, code: 'provider_email_needs_verification' },
] as const)(
  'an address verified by the provider ($verified) and confirmed here ($confirmed): $code',
  async ({ verified, confirmed, code }) => {
    const email = newPerson(acme, { email_verified: verified })
    if (confirmed) await account(email, confirmed)
    acme.person = { ...acme.person, email: email.toUpperCase() }
    const address = await landing()
    expect(answerIn(address)['error_code'] ?? 'in').toBe(code)
    const { rows } = await admin.query(
      'select provider from auth.identities i join auth.users u on u.id = i.user_id where u.email = $1',
      [email],
    )
    expect(rows).toEqual(code === 'in' ? [{ provider: 'acme' }] : [])
    if (code === 'in') expect((await mailTo(email)).subject).toBe('An account was linked to yours')
    else
      expect(answerIn(address)['error_description']).toMatch(
        /^(Your email address isn’t verified|An account with this email address)/,
      )
  },
)

test('without an address no account is created, and the person sees why', async () => {
  newPerson(acme, { email: undefined })
  expect(answerIn(await landing({ metadata: { userinfo_endpoint: undefined } }))).toMatchObject({
    error: 'access_denied',
    error_code: 'email_address_not_provided',
  })
})

test('an address from the userinfo endpoint counts like one in the token', async () => {
  const email = newPerson()
  expect(await codeOf(landing({ emailInUserInfo: true }))).toBe('in')
  expect(await usersWith(email)).toBe(1)
})

test("an unconfirmed sign-up is released to the owner of the address; an invitation isn't", async () => {
  const email = newPerson()
  await account(email, 'not at all')
  const waiting = linkOf(await mailTo(email))
  expect(await codeOf(landing())).toBe('in')
  expect(await usersWith(email)).toBe(1)
  expect((await browserTab(url).signInWithPassword({ email, password: goodPassword })).error).toMatchObject({
    code: 'invalid_credentials',
  })
  expect((await browserTab(url).verifyOtp(waiting)).error).toMatchObject({ code: 'otp_expired' })

  const invited = newPerson()
  await account(invited, 'not at all')
  await admin.query('update auth.users set invited_at = now() where email = $1', [invited])
  expect(await codeOf(landing())).toBe('user_already_exists')
})

test('with sign-ups closed only linked people sign in with a provider', async () => {
  newPerson()
  expect(await codeOf(landing())).toBe('in')
  const closed = await mailedServer({ providers, signUpAllowed: false }, {}, server)
  const back = async () => answerIn(await trip(testBrowser(closed.url), acme, browserTab(closed.url, 'pkce'), 'acme'))
  expect(await back()).toEqual({ code: expect.any(String) })
  newPerson()
  expect(await back()).toMatchObject({ error: 'access_denied', error_code: 'signup_disabled' })
})

test("a banned user can't sign in, and a deleted one is unknown", async () => {
  const email = newPerson()
  expect(await codeOf(landing())).toBe('in')
  await admin.query(`update auth.users set banned_until = now() + interval '1 day' where email = $1`, [email])
  expect(await codeOf(landing())).toBe('user_banned')
  const { rows } = await admin.query<{ id: string }>('select id from auth.users where email = $1', [email])
  await deleteUser({ db } as never, rows[0]?.id ?? '', true)
  expect(await codeOf(landing())).toBe('in')
  expect(await usersWith(email)).toBe(1)
})

test('two concurrent callbacks create one account', async () => {
  const email = newPerson()
  const back = Array.from({ length: 6 }, async () => {
    const [browser, tab] = [testBrowser(url), browserTab(url, 'pkce')]
    const there = await browser.follow(await addressToSignIn(tab, 'acme'))
    return { browser, tab, answer: await acme.answerTo(there.href) }
  })
  const ready = await Promise.all(back)
  const landed = await Promise.all(ready.map(({ browser, answer }) => browser.follow(answer)))
  expect(landed.map((address) => [...address.searchParams.keys()])).toEqual(landed.map(() => ['code']))
  expect(await usersWith(email)).toBe(1)
})

const badTokens: [string, ProviderBehavior, string][] = [
  [
    'an issuer that is another',
    { claims: (claims) => ({ ...claims, iss: 'https://evil.example' }) },
    'bad_oauth_callback',
  ],
  ['an audience that is another', { claims: (claims) => ({ ...claims, aud: 'another-app' }) }, 'bad_oauth_callback'],
  [
    'an audience of several, made for another',
    { claims: (claims) => ({ ...claims, aud: ['onhand', 'another-app'], azp: 'another-app' }) },
    'bad_oauth_callback',
  ],
  ['another nonce', { claims: (claims) => ({ ...claims, nonce: 'another' }) }, 'bad_oauth_callback'],
  ['no nonce', { claims: ({ nonce: _, ...claims }) => claims }, 'bad_oauth_callback'],
  ['an expiry in the past', { claims: (claims) => ({ ...claims, exp: 1_700_000_000 }) }, 'bad_oauth_callback'],
  ['no expiry', { claims: ({ exp: _, ...claims }) => claims }, 'bad_oauth_callback'],
  ['no subject', { claims: ({ sub: _, ...claims }) => claims }, 'bad_oauth_callback'],
  ['no signature', { signature: 'none' }, 'bad_oauth_callback'],
  [
    'no signature, which it says it may leave out',
    { signature: 'none', metadata: { id_token_signing_alg_values_supported: ['RS256', 'none'] } },
    'bad_oauth_callback',
  ],
  ['a signature with the public key as a secret', { signature: 'hmac' }, 'bad_oauth_callback'],
  ['a signature with a key that it does not publish', { signature: 'unpublished' }, 'bad_oauth_callback'],
]

test.each(badTokens)('an ID token with %s signs no one in', async (_what, conduct, code) => {
  // A server that now fetches the provider's description, including false claims.
  const fresh = await mailedServer({ providers }, {}, server)
  const email = newPerson()
  acme.conduct = conduct
  const address = await trip(testBrowser(fresh.url), acme, browserTab(fresh.url, 'pkce'), 'acme').finally(
    () => (acme.conduct = {}),
  )
  expect(answerIn(address)).toMatchObject({ error_code: code })
  expect(await usersWith(email)).toBe(0)
})

test('the state belongs to the browser that started, and is valid once and for ten minutes', async () => {
  const email = newPerson()
  const tab = browserTab(url, 'pkce')
  const [mine, another] = [testBrowser(url), testBrowser(url)]
  const there = await mine.follow(await addressToSignIn(tab, 'acme'))
  const answer = await acme.answerTo(there.href)
  // Another browser that started a trip itself, and one that didn't.
  await another.follow(await addressToSignIn(browserTab(url, 'pkce'), 'acme'))
  for (const stranger of [another, testBrowser(url)])
    expect(await codeOf(stranger.follow(answer))).toBe('bad_oauth_state')
  for (const wrong of ['', 'x', '%00', 'a'.repeat(5_000)])
    expect(await codeOf(mine.follow(`${siteUrl}/auth/v1/callback?code=1&state=${wrong}`))).toBe('bad_oauth_state')
  expect(await codeOf(mine.follow(`${siteUrl}/auth/v1/callback`))).toBe('bad_oauth_state')
  expect(await usersWith(email)).toBe(0)
  expect(await codeOf(mine.follow(answer))).toBe('in')
  expect(await codeOf(mine.follow(answer))).toBe('bad_oauth_state')

  const late = await acme.answerTo((await mine.follow(await addressToSignIn(tab, 'acme'))).href)
  await admin.query(`update auth.provider_flows set created_at = created_at - interval '11 minutes'`)
  const address = await mine.follow(late)
  expect(address.origin).toBe(siteUrl)
  expect(answerIn(address)).toMatchObject({ error: 'invalid_request', error_code: 'bad_oauth_state' })
})

test("the answer of one provider in another's flow is refused before the other is contacted", async () => {
  const email = newPerson(acme)
  const browser = testBrowser(url)
  const there = await browser.follow(await addressToSignIn(browserTab(url, 'pkce'), 'other'))
  // The other provider sends the browser on to acme, with our client there and the state of this trip.
  const lured = new URL(there.href.replace(other.issuer, acme.issuer))
  const answer = await acme.answerTo(lured.href)
  const asked = other.asked.length
  expect(await codeOf(browser.follow(answer))).toBe('bad_oauth_callback')
  expect(other.asked.slice(asked)).toEqual([])
  expect(await usersWith(email)).toBe(0)
})

test("if two providers don't identify themselves, the flow's provider is contacted and doesn't know the code", async () => {
  const email = newPerson(acme)
  const [third, fourth] = [await openIdProvider(), await openIdProvider()]
  for (const one of [third, fourth]) Object.assign(one, { conduct: { withoutIssuer: true }, person: acme.person })
  const both = { ...providerEnvironment('third', third), ...providerEnvironment('fourth', fourth) }
  const silent = identityConfig({ AUTH_PROVIDERS: 'third,fourth', ...both }, siteUrl)
  const unnamed = await mailedServer({ providers: silent.providers })
  const browser = testBrowser(unnamed.url)
  const there = await browser.follow(await addressToSignIn(browserTab(unnamed.url, 'pkce'), 'fourth'))
  const answer = await third.answerTo(there.href.replace(fourth.issuer, third.issuer))
  expect(await codeOf(browser.follow(answer))).toBe('bad_oauth_callback')
  const { rows } = await unnamed.admin.query('select 1 from auth.users where email = $1', [email])
  expect(rows).toEqual([])
})

test('a client can style the provider page but not change the request', async () => {
  const tab = browserTab(url, 'pkce')
  const reserved = {
    client_id: 'evil',
    redirect_uri: 'https://evil.example',
    response_type: 'token',
    response_mode: 'form_post',
    scope: 'everything',
    state: 'chosen',
    nonce: 'chosen',
    request: 'x',
    request_uri: 'https://evil.example',
    claims: '{}',
    id_token_hint: 'x',
  }
  const there = await testBrowser(url).follow(
    await addressToSignIn(tab, 'acme', {
      scopes: 'calendar',
      queryParams: { prompt: 'consent', login_hint: 'ada@example.com', ...reserved },
    }),
  )
  const sent = Object.fromEntries(there.searchParams)
  expect(there.searchParams.size).toBe(Object.keys(sent).length)
  expect(sent).toEqual({
    prompt: 'consent',
    login_hint: 'ada@example.com',
    client_id: 'onhand',
    redirect_uri: `${siteUrl}/auth/v1/callback`,
    response_type: 'code',
    scope: 'openid email profile calendar',
    state: expect.stringMatching(/^[\w-]{43}$/),
    nonce: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge_method: 'S256',
  })
})

test.each(['https://evil.example/x', '//evil.example', 'https://app.example.com.evil.example', 'javascript:alert(1)'])(
  'a flow never ends at %s',
  async (redirectTo) => {
    newPerson()
    const address = await trip(testBrowser(url), acme, browserTab(url, 'implicit'), 'acme', { redirectTo })
    expect(address.origin).toBe(siteUrl)
    expect(address.hash).toContain('access_token=')
  },
)

test("a provider's refusal is explained in our words on the page that started", async () => {
  for (const [error, words] of [
    ['access_denied', 'Signing in with acme was cancelled.'],
    ['server_error', 'acme didn’t let you sign in.'],
    ['<script>', 'acme didn’t let you sign in.'],
  ] as const) {
    const address = await landing({ error })
    expect(answerIn(address)).toMatchObject({
      error: 'access_denied',
      error_code: 'bad_oauth_callback',
      error_description: words,
    })
  }
})

test('an unknown provider or invalid challenge is refused before anything is stored', async () => {
  const kept = async () => (await admin.query('select 1 from auth.provider_flows')).rows.length
  const before = await kept()
  const refused = async (query: string) => {
    const answer = await fetch(`${url}/auth/v1/authorize?${query}`, { redirect: 'manual' })
    return [answer.status, ((await answer.json()) as { error_code: string; msg: string }).error_code]
  }
  expect(await refused('provider=unknown')).toEqual([400, 'validation_failed'])
  expect(await refused('')).toEqual([400, 'validation_failed'])
  expect(await refused('provider=constructor')).toEqual([400, 'validation_failed'])
  expect(await refused('provider=acme&code_challenge=short&code_challenge_method=s256')).toEqual([
    400,
    'validation_failed',
  ])
  expect(await refused(`provider=acme&code_challenge=${'a'.repeat(43)}&code_challenge_method=plain`)).toEqual([
    400,
    'validation_failed',
  ])
  expect(await refused('provider=acme&scopes=%22')).toEqual([400, 'validation_failed'])
  expect(await kept()).toBe(before)
  const head = await fetch(`${url}/auth/v1/authorize?provider=acme`, { method: 'HEAD', redirect: 'manual' })
  expect(head.status).toBe(404)
})

test('settings name the providers', async () => {
  const settings = (await (await fetch(`${url}/auth/v1/settings`)).json()) as { external: Record<string, boolean> }
  expect(settings.external).toMatchObject({ acme: true, other: true, google: false, email: true })
})

test('neither the database nor the log contains anything that could complete a flow, or its result', async () => {
  newPerson()
  const browser = testBrowser(url)
  const tab = browserTab(url, 'pkce')
  const there = await browser.follow(await addressToSignIn(tab, 'acme'))
  const answer = await acme.answerTo(there.href)
  const { rows } = await admin.query('select f::text as row from auth.provider_flows f')
  const address = await browser.follow(answer)
  const secret = [
    ...['state', 'nonce'].map((name) => there.searchParams.get(name) ?? ''),
    ...browser.cookies.values(),
    answer.searchParams.get('code') ?? '',
    answerIn(address)['code'] ?? '',
    acme.clientSecret,
  ]
  expect(secret.every((text) => text.length > 10)).toBe(true)
  const kept = JSON.stringify(rows) + logged.join('\n')
  expect(secret.filter((text) => kept.includes(text))).toEqual([])
  expect(logged.some((line) => line.includes('"event":"provider_signed_in"'))).toBe(true)
})

test('an unfinished flow is deleted after an hour', async () => {
  await testBrowser(url).follow(await addressToSignIn(browserTab(url, 'pkce'), 'acme'))
  const kept = async () => (await admin.query('select 1 from auth.provider_flows')).rows.length
  await admin.query(`update auth.provider_flows set created_at = now() - interval '59 minutes'`)
  await forgetExpired(db)
  expect(await kept()).toBeGreaterThan(0)
  await admin.query(`update auth.provider_flows set created_at = now() - interval '61 minutes'`)
  await forgetExpired(db)
  expect(await kept()).toBe(0)
})

test('flows are limited per starting address', async () => {
  const { authorizeByPeer } = identityConfig({}, null).rates
  const narrow = await mailedServer({ providers, rates: { ...testIdentityConfig.rates, authorizeByPeer } }, {}, server)
  const statuses: number[] = []
  for (let n = 0; n < authorizeByPeer.burst + 2; n++) {
    const answer = await fetch(`${narrow.url}/auth/v1/authorize?provider=acme`, { redirect: 'manual' })
    statuses.push(answer.status)
  }
  expect(statuses.slice(0, authorizeByPeer.burst)).toEqual(Array.from({ length: authorizeByPeer.burst }, () => 302))
  expect(statuses.at(-1)).toBe(429)
  const token = await post(narrow.url, '/token?grant_type=id_token', { provider: 'acme', id_token: 'x' })
  expect(token.body).toMatchObject({ error: 'invalid request' })
})

test('no email is sent for a new account', async () => {
  const email = newPerson()
  expect(await codeOf(landing())).toBe('in')
  expect(await mailsTo(email)).toBe(0)
})
