import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { openIdProvider } from './support/openid-provider.ts'
import { signUp } from './support/person.ts'
import { usedServer } from './support/server.ts'
import { expect, test } from './support/test.ts'

// The published client library as another product would use it: its own unchanged modules, on a page of the same
// origin.

const folder = dirname(fileURLToPath(import.meta.resolve('@supabase/auth-js/package.json')))

const moduleFile = (name: string) =>
  // The library's own imports are two folders up.
  join(folder, name === 'tslib' ? '../../tslib/tslib.es6.mjs' : `dist/module/${name}.js`)

const document = `<!doctype html><title>Another product</title>
<script type="importmap">{ "imports": { "tslib": "/another-product/library/tslib" } }</script>
<script type="module">
  import { GoTrueClient } from '/another-product/library/index'
  globalThis.warnings = []
  console.warn = (...words) => void warnings.push(words.join(' '))
  globalThis.client = new GoTrueClient({
    url: '/auth/v1', storageKey: 'another-product', flowType: new URLSearchParams(location.search).get('flow') ?? 'implicit',
    autoRefreshToken: false, detectSessionInUrl: true,
  })
  globalThis.events = []
  client.onAuthStateChange((event, session) => void events.push(event + (session ? '' : ' without a session')))
  globalThis.opened = await client.initialize()
</script>`

/** Opens the other product's page with this after its address, and waits until the library has read it. */
async function open(page: Page, origin: string, rest = ''): Promise<void> {
  await page.route(`${origin}/another-product/**`, (route) => {
    const [, file] = /\/library\/(.+?)(?:\.js)?$/.exec(new URL(route.request().url()).pathname) ?? []
    return file === undefined
      ? route.fulfill({ contentType: 'text/html', body: document })
      : route.fulfill({ contentType: 'text/javascript', body: readFileSync(moduleFile(file)) })
  })
  // From an empty page, because changing only the fragment would not load it again.
  await page.goto('about:blank')
  await page.goto(`${origin}/another-product/${rest}`)
  await page.waitForFunction('globalThis.opened !== undefined')
}

const inPage = <T>(page: Page, code: string) => page.evaluate(code) as Promise<T>
/**
 * Starts the sign-in at the provider, and opens the address that the server redirects back to. (Playwright can't
 * fulfill a redirect, so the other product's page is opened once more.)
 */
async function away(page: Page, code: string): Promise<void> {
  const { origin } = new URL(page.url())
  const back = page.waitForResponse((one) => one.url().startsWith(`${origin}/auth/v1/callback`) && one.status() === 302)
  await inPage(page, `void ${code}`)
  const address = new URL((await (await back).headerValue('location')) ?? '')
  await expect(page).toHaveTitle(/Onhand/)
  await open(page, origin, address.search + address.hash)
}

const emailIn = (page: Page) => inPage<string>(page, `client.getUser().then(({ data }) => data.user?.email)`)

test.use({ signedIn: false })

test('a browser signs in through a provider on another site, by redirect and by form', async ({ page }) => {
  const provider = await openIdProvider()
  const server = await usedServer()
  const settings = (name: string) => ({
    [`AUTH_PROVIDER_${name}_ISSUER`]: provider.issuer,
    [`AUTH_PROVIDER_${name}_CLIENT_ID`]: 'onhand',
  })
  try {
    await server.start({
      AUTH_PROVIDERS: 'acme,poster',
      ...settings('ACME'),
      ...settings('POSTER'),
      AUTH_PROVIDER_POSTER_RESPONSE_MODE: 'form_post',
      SITE_URL: server.url,
    })
    for (const flow of ['pkce', 'implicit']) {
      await open(page, server.url, `?flow=${flow}`)
      await away(page, `client.signInWithOAuth({ provider: 'acme', options: { redirectTo: location.href } })`)
      expect(await emailIn(page)).toBe(provider.email)
      expect(await inPage(page, 'location.hash + location.search')).toBe(`?flow=${flow}`)
      expect(await inPage<string[]>(page, 'events')).toContain('SIGNED_IN')
      await inPage(page, 'client.signOut()')
    }
    // The second name is another account at the same issuer, so the email address decides, and it was never confirmed
    // by an email of ours.
    await open(page, server.url, '?flow=implicit')
    await away(page, `client.signInWithOAuth({ provider: 'poster', options: { redirectTo: location.href } })`)
    expect(await inPage(page, 'opened.error.details.code')).toBe('user_already_exists')

    // Signed in, so it is linked: the other site's form came back to the same browser.
    await open(page, server.url, '?flow=pkce')
    await away(page, `client.signInWithOAuth({ provider: 'acme', options: { redirectTo: location.href } })`)
    await away(page, `client.linkIdentity({ provider: 'poster', options: { redirectTo: location.href } })`)
    const linked = `client.getUserIdentities().then(({ data }) => data?.identities.map(({ provider }) => provider))`
    expect(await inPage(page, linked)).toEqual(['acme', 'poster'])
  } finally {
    await server.remove()
    provider.close()
  }
})

test('tabs of one browser share a session, refresh it concurrently, and end it together', async ({
  page,
  context,
  baseURL,
}) => {
  const origin = baseURL ?? ''
  const { session, email } = await signUp(origin)
  const { access_token, refresh_token } = session
  const now = Math.floor(Date.now() / 1_000)
  const fragment = {
    access_token,
    refresh_token,
    expires_in: '3600',
    expires_at: String(now + 3_475),
    token_type: 'bearer',
  }
  await open(page, origin, `#${new URLSearchParams(fragment).toString()}`)
  expect(await emailIn(page)).toBe(email)
  expect(await inPage(page, 'location.hash')).toBe('')
  expect(await inPage<string[]>(page, 'warnings')).toEqual([expect.stringContaining('was issued over 120s ago')])

  const tabs = [page, await context.newPage(), await context.newPage()]
  for (const tab of tabs.slice(1)) {
    await open(tab, origin)
    expect(await emailIn(tab)).toBe(email)
  }
  for (let round = 0; round < 5; round++) {
    const errors = await Promise.all(
      tabs.map((tab) => inPage(tab, `client.refreshSession().then(({ error }) => error?.name ?? null)`)),
    )
    // A tab that finds another tab's session in the store keeps that one and drops its own.
    expect(errors.filter((error) => error !== null && error !== 'AuthRefreshDiscardedError')).toEqual([])
  }
  const held = await Promise.all(
    tabs.map((tab) => inPage<string>(tab, `client.getSession().then(({ data }) => data.session.refresh_token)`)),
  )
  expect(new Set(held).size).toBe(1)
  expect(held[0]).not.toBe(refresh_token)
  for (const tab of tabs) expect(await emailIn(tab)).toBe(email)
  for (const tab of tabs) expect(await inPage<string[]>(tab, 'events')).toContain('TOKEN_REFRESHED')

  await inPage(page, 'client.signOut()')
  for (const tab of tabs) {
    await expect.poll(() => inPage<string[]>(tab, 'events')).toContain('SIGNED_OUT without a session')
    expect(await inPage(tab, `client.getUser().then(({ error }) => error.name)`)).toBe('AuthSessionMissingError')
  }
  for (const tab of tabs.slice(1)) await tab.close()
})
