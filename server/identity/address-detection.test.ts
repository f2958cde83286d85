import { randomBytes } from 'node:crypto'
import {
  type AuthError,
  AuthImplicitGrantRedirectError,
  AuthPKCEGrantCodeExchangeError,
  type AuthChangeEvent,
} from '@supabase/auth-js'
import { GoTrueClient } from '@supabase/auth-js'
import { afterEach, expect, test, vi } from 'vitest'
import {
  browserTab,
  confirmedPerson,
  goodPassword,
  linkOf,
  mailedServer,
  post,
  sessionOf,
} from '../testing/identity.ts'

/**
 * The client library reads the address of the page it is loaded on. These tests simulate a page: its address and
 * history, nothing else of a browser. The links are those of our emails, followed at the server.
 */
const { url, mailTo } = await mailedServer()

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const { email } = await confirmedPerson({ mailTo }, browserTab(url))

type Page = Readonly<{
  client: GoTrueClient
  error: AuthError | null
  events: AuthChangeEvent[]
  /** The address after the library has read it. */
  address: () => string
}>

/** Pages of one browser share their storage under one name. */
type PageOptions = {
  storageKey?: string
  flowType?: 'implicit' | 'pkce'
  kept?: Map<string, string>
}

/** Loads the library on a page with this address. */
async function pageAt(
  href: string,
  { storageKey = randomBytes(6).toString('hex'), flowType = 'implicit', kept = new Map() }: PageOptions = {},
): Promise<Page> {
  const location = new URL(href)
  const listening = { addEventListener: () => {}, removeEventListener: () => {} }
  vi.stubGlobal('window', {
    location,
    history: { state: null, replaceState: (_state: unknown, _title: string, to: string) => void (location.href = to) },
    ...listening,
  })
  vi.stubGlobal('document', { visibilityState: 'hidden', ...listening })
  const client = new GoTrueClient({
    url: `${url}/auth/v1`,
    storage: {
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, value) => void kept.set(key, value),
      removeItem: (key) => void kept.delete(key),
    },
    storageKey,
    autoRefreshToken: false,
    persistSession: true,
    flowType,
    detectSessionInUrl: true,
  })
  const events: AuthChangeEvent[] = []
  client.onAuthStateChange((event) => void events.push(event))
  const { error } = await client.initialize()
  // The library reports a session that it found in the next tick.
  await new Promise((resolve) => setTimeout(resolve, 20))
  return { client, error, events, address: () => location.href }
}

/** The address that the link in a recovery email leads to. */
async function recoveryAddress(tab = browserTab(url)): Promise<string> {
  await tab.resetPasswordForEmail(email)
  const { body } = await post(url, '/confirm', linkOf(await mailTo(email)))
  return String(body['redirect_to'])
}

test('a session in the address signs the page in, signals a recovery, and is removed from the address', async () => {
  const { client, error, events, address } = await pageAt(await recoveryAddress())
  expect(error).toBeNull()
  expect(sessionOf({ ...(await client.getSession()), error: null }).user.email).toBe(email)
  expect(events).toContain('PASSWORD_RECOVERY')
  expect(address()).not.toContain('access_token')
})

test('a code in the address is exchanged with the verifier stored in the browser', async () => {
  // The library warns when it is loaded twice under one name, as in two tabs.
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  const browser = { flowType: 'pkce', kept: new Map<string, string>(), storageKey: 'one browser' } as const
  const asking = await pageAt('https://stock.example.com/auth', browser)
  await asking.client.resetPasswordForEmail(email)
  const { body } = await post(url, '/confirm', linkOf(await mailTo(email)))
  const page = await pageAt(String(body['redirect_to']), browser)
  expect(page.error).toBeNull()
  expect(page.events).toContain('PASSWORD_RECOVERY')
  expect(page.address()).toBe('https://stock.example.com/')
  expect((await page.client.getUser()).data.user?.email).toBe(email)
})

test('calls that need a session fail with the session-missing error', async () => {
  const { client } = await pageAt('https://stock.example.com/')
  const missing = { name: 'AuthSessionMissingError', message: 'Auth session missing!' }
  expect((await client.getUser()).error).toMatchObject(missing)
  expect((await client.updateUser({ data: {} })).error).toMatchObject(missing)
  expect((await client.reauthenticate()).error).toMatchObject(missing)
  expect((await client.refreshSession()).error).toMatchObject(missing)
  // And a session that ended at the server.
  const { tab, other } = { tab: browserTab(url), other: browserTab(url) }
  for (const one of [tab, other]) await one.signInWithPassword({ email, password: goodPassword })
  await other.signOut({ scope: 'others' })
  expect((await tab.getUser()).error).toMatchObject(missing)
})

test("an implicit address is ignored by a page that uses PKCE, and a code by one that doesn't", async () => {
  const implicit = await pageAt(await recoveryAddress(), { flowType: 'pkce' })
  expect(implicit.error).toBeInstanceOf(AuthPKCEGrantCodeExchangeError)
  expect(implicit.error?.message).toBe('Not a valid PKCE flow url.')
  const kept = new Map([['asked-code-verifier', JSON.stringify('x'.repeat(112))]])
  const pkce = await pageAt('https://stock.example.com/?code=x', { flowType: 'implicit', kept, storageKey: 'asked' })
  expect(pkce.error).toBeInstanceOf(AuthImplicitGrantRedirectError)
  expect(pkce.error?.message).toBe('Not a valid implicit grant flow url.')
})

test('an address that only resembles one with a session reports that none is defined', async () => {
  const { error } = await pageAt('https://stock.example.com/#access_token=x&token_type=bearer')
  expect(error).toBeInstanceOf(AuthImplicitGrantRedirectError)
  expect(error?.message).toBe('No session defined in URL')
})

test('a page that expects a code and has none says so', async () => {
  // No address leads there in this version of the library: without a code it doesn't treat the address as one of PKCE.
  const { client } = await pageAt('https://stock.example.com/', { flowType: 'pkce' })
  type Inside = { _getSessionFromURL(params: object, type: string): Promise<{ error: AuthError | null }> }
  const { error } = await (client as unknown as Inside)._getSessionFromURL({}, 'pkce')
  expect(error).toBeInstanceOf(AuthPKCEGrantCodeExchangeError)
  expect(error?.message).toBe('No code detected.')
})

test('link errors are reported as the library does', async () => {
  const token = 'nonsense'
  const response = await fetch(`${url}/auth/v1/verify?token=${token}&type=recovery`, { redirect: 'manual' })
  const { error } = await pageAt(response.headers.get('location') ?? '')
  expect(error).toMatchObject({
    name: 'AuthImplicitGrantRedirectError',
    message: 'Email link is invalid or has expired',
    details: { error: 'access_denied', code: 'otp_expired' },
  })
})

test('a session issued more than 120 seconds ago is accepted with a warning', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const address = new URL(await recoveryAddress())
  const fragment = new URLSearchParams(address.hash.slice(1))
  fragment.set('expires_at', String(Number(fragment.get('expires_at')) - 125))
  address.hash = fragment.toString()
  const { error, client } = await pageAt(address.href)
  expect(error).toBeNull()
  expect(warn.mock.calls.map(([message]) => String(message))).toEqual([
    expect.stringContaining('Session as retrieved from URL was issued over 120s ago, URL could be stale'),
  ])
  expect((await client.getUser()).data.user?.email).toBe(email)
})
