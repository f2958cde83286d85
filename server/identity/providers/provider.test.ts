import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { browserTab, identityServer } from '../../testing/identity.ts'
import { openIdProvider, providerEnvironment, type OpenIdProvider } from '../../testing/openid-provider.ts'
import { addressToSignIn, answerIn, testBrowser, trip } from '../../testing/provider-trips.ts'
import { identityConfig } from '../config.ts'

/** A server of ours with one provider, and one trip there and back. */
async function meeting(provider: OpenIdProvider, more: Record<string, string> = {}) {
  const environment = { AUTH_PROVIDERS: 'acme', ...providerEnvironment('acme', provider), ...more }
  const { url } = await identityServer({
    siteUrl: 'http://stock.test',
    providers: identityConfig(environment, null).providers,
  })
  const browser = testBrowser(url)
  const local = {
    ...browser,
    follow: (address: string | URL) => browser.follow(String(address).replace('http://stock.test', url)),
  }
  provider.person = { sub: 'ada', email: 'ada@example.com', email_verified: true }
  return { url, browser: local, back: () => trip(local, provider, browserTab(url, 'pkce'), 'acme') }
}

/** A server that must never receive a request from us. */
async function bystander() {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"keys":[]}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return { asked, address: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

test("a provider that doesn't answer is abandoned after ten seconds, and the person sees why", async () => {
  const [unknown, slow, keyless] = [await openIdProvider(), await openIdProvider(), await openIdProvider()]
  Object.assign(unknown.conduct, { silent: '/.well-known/openid-configuration' })
  Object.assign(slow.conduct, { silent: '/token' })
  Object.assign(keyless.conduct, { silent: '/keys' })
  const begun = performance.now()
  const [first, second, third] = await Promise.all([
    meeting(unknown).then(async ({ url }) => {
      const answer = await fetch(`${url}/auth/v1/authorize?provider=acme`, { redirect: 'manual' })
      return [answer.status, ((await answer.json()) as { msg: string }).msg]
    }),
    meeting(slow).then(async ({ back }) => answerIn(await back())),
    meeting(keyless).then(async ({ back }) => answerIn(await back())),
  ])
  expect(performance.now() - begun).toBeLessThan(60_000)
  const words = 'acme isn’t responding. Try again in a moment.'
  expect(first).toEqual([503, words])
  for (const answer of [second, third])
    expect(answer).toMatchObject({ error: 'server_error', error_code: 'unavailable', error_description: words })
})

test('a provider that was down is contacted again in the next flow', async () => {
  const provider = await openIdProvider()
  const { url, browser, back } = await meeting(provider)
  provider.conduct = { redirect: { path: '/.well-known/openid-configuration', to: 'http://127.0.0.1:1/' } }
  const refused = await fetch(`${url}/auth/v1/authorize?provider=acme`, { redirect: 'manual' })
  expect(refused.status).toBe(400)
  provider.conduct = {}
  expect(answerIn(await back())).toHaveProperty('code')
  // Its description is cached from now on, and so are its keys.
  const asked = provider.asked.length
  await browser.follow(await addressToSignIn(browserTab(url, 'pkce'), 'acme'))
  expect(provider.asked.length).toBe(asked)
})

test.each(['token_endpoint', 'jwks_uri', 'userinfo_endpoint'])(
  "a provider whose %s is at another origin is refused, and that origin isn't contacted",
  async (endpoint) => {
    const elsewhere = await bystander()
    const provider = await openIdProvider()
    provider.conduct = { metadata: { [endpoint]: `${elsewhere.address}/x` }, emailInUserInfo: true }
    const { url } = await meeting(provider)
    const answer = await fetch(`${url}/auth/v1/authorize?provider=acme`, { redirect: 'manual' })
    expect(answer.status).toBe(500)
    expect(elsewhere.asked).toEqual([])
    // The operator may list it.
    const { url: listed } = await meeting(provider, { AUTH_PROVIDER_ACME_ORIGINS: elsewhere.address })
    expect((await fetch(`${listed}/auth/v1/authorize?provider=acme`, { redirect: 'manual' })).status).toBe(302)
  },
)

test.each(['/.well-known/openid-configuration', '/token', '/keys'])(
  'a redirect of %s is not followed',
  async (path) => {
    const elsewhere = await bystander()
    const provider = await openIdProvider()
    provider.conduct = { redirect: { path, to: elsewhere.address } }
    const { url, browser, back } = await meeting(provider)
    const refused =
      path === '/.well-known/openid-configuration'
        ? (await browser.fetch(`${url}/auth/v1/authorize?provider=acme`)).status
        : answerIn(await back())['error_code']
    expect(refused).toBe(path === '/.well-known/openid-configuration' ? 400 : 'bad_oauth_callback')
    expect(elsewhere.asked).toEqual([])
  },
)

test('a discovery document that names another issuer is refused', async () => {
  const provider = await openIdProvider()
  provider.conduct = { metadata: { issuer: 'https://accounts.google.com' } }
  const { url } = await meeting(provider)
  expect((await fetch(`${url}/auth/v1/authorize?provider=acme`, { redirect: 'manual' })).status).toBe(400)
})

test('an answer over a megabyte is refused', async () => {
  const provider = await openIdProvider()
  provider.conduct = { metadata: { padding: 'x'.repeat(1_100_000) } }
  const { url } = await meeting(provider)
  expect((await fetch(`${url}/auth/v1/authorize?provider=acme`, { redirect: 'manual' })).status).toBe(400)
})

test('a provider can post its answer as a form; it is valid only in the browser that started', async () => {
  const provider = await openIdProvider()
  const { url, browser } = await meeting(provider, { AUTH_PROVIDER_ACME_RESPONSE_MODE: 'form_post' })
  const there = await browser.follow(await addressToSignIn(browserTab(url, 'pkce'), 'acme'))
  expect(there.searchParams.get('response_mode')).toBe('form_post')
  const { searchParams } = await provider.answerTo(there.href)
  const form = new URLSearchParams([...searchParams, ['redirect_to', 'https://evil.example'], ['user', '{"name":"x"}']])
  const post = (headers: Record<string, string>, body: string) =>
    fetch(`${url}/auth/v1/callback`, { method: 'POST', headers, body, redirect: 'manual' })
  const answer = await post({ 'content-type': 'application/x-www-form-urlencoded' }, form.toString())
  expect(answer.status).toBe(303)
  const next = new URL(answer.headers.get('location') ?? '', url)
  expect([next.origin, [...next.searchParams.keys()].toSorted()]).toEqual([url, ['code', 'iss', 'state']])
  expect(answerIn(await browser.follow(next))).toHaveProperty('code')
  for (const type of ['text/plain', 'multipart/form-data; boundary=x', 'application/xml'])
    expect((await post({ 'content-type': type }, 'code=1')).status).toBe(415)
  const elsewhere = await fetch(`${url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'email=a',
  })
  expect(elsewhere.status).toBe(415)
})
