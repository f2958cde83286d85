import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { GoTrueClient, type Session } from '@supabase/auth-js'
import { buildApp, type AppOptions } from '../app.ts'
import { identityConfig, type IdentityConfig } from '../identity/config.ts'
import { cheapPasswords, testSecrets } from './app.ts'
import { testDatabase, type TestDatabase } from './database.ts'
import { whenOver } from './when-over.ts'

export type IdentityServer = TestDatabase & { url: string }

/** Generous limits: everyone in a test comes from the same address. */
export const testIdentityConfig: IdentityConfig = identityConfig({ AUTH_RATE_SCALE: '1000' }, null)

/** The whole server with identity settings of the test's choice, on a database of its own or one that is given. */
export async function identityServer(
  overrides: Partial<IdentityConfig> = {},
  options: Partial<AppOptions> = {},
  database?: TestDatabase,
): Promise<IdentityServer> {
  const on = database ?? (await testDatabase())
  const identity = { ...testIdentityConfig, ...overrides }
  const app = await buildApp({
    db: on.db,
    secrets: testSecrets,
    filesDir: join(tmpdir(), 'onhand-no-files'),
    siteUrl: 'http://localhost',
    identity,
    passwords: cheapPasswords,
    ...options,
  })
  const url = await app.http.listen({ host: '127.0.0.1', port: 0 })
  whenOver(() => app.http.close())
  return { ...on, url }
}

/** The published client library, unchanged, as one browser tab: it keeps its session in memory and refreshes only when asked. */
export function browserTab(url: string): GoTrueClient {
  const kept = new Map<string, string>()
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
  return new GoTrueClient({
    url: `${url}/auth/v1`,
    headers: { apikey: 'anything' },
    storage,
    storageKey: randomBytes(6).toString('hex'),
    autoRefreshToken: false,
    detectSessionInUrl: false,
    persistSession: true,
  })
}

export function newAddress(): string {
  return `${randomBytes(6).toString('hex')}@example.com`
}

export const goodPassword = 'correct horse 42'

/** A person who just signed up, in a tab of their own. */
export async function signedUp(
  url: string,
  email = newAddress(),
): Promise<{ tab: GoTrueClient; session: Session; email: string }> {
  const tab = browserTab(url)
  return { tab, session: sessionOf(await tab.signUp({ email, password: goodPassword })), email }
}

/** The same person signing in on another device. */
export async function signedIn(
  url: string,
  email: string,
  password = goodPassword,
): Promise<{ tab: GoTrueClient; session: Session }> {
  const tab = browserTab(url)
  return { tab, session: sessionOf(await tab.signInWithPassword({ email, password })) }
}

/** The session of an answer that must have one. */
export function sessionOf(answer: { data: { session: Session | null }; error: unknown }): Session {
  if (!answer.data.session) throw new Error(`there is no session in the answer: ${String(answer.error)}`)
  return answer.data.session
}

/** A request to the identity endpoints without the client library. */
export async function post(
  url: string,
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<{ status: number; headers: Headers; body: Record<string, unknown> }> {
  const response = await fetch(`${url}/auth/v1${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  const text = await response.text()
  return {
    status: response.status,
    headers: response.headers,
    body: text === '' ? {} : (JSON.parse(text) as Record<string, unknown>),
  }
}

/** What GET /user answers for an access token: its status, and the code when it is refused. */
export async function readUserWith(url: string, access_token: string): Promise<{ status: number; code: unknown }> {
  const response = await fetch(`${url}/auth/v1/user`, {
    headers: { authorization: `Bearer ${access_token}`, 'x-supabase-api-version': '2024-01-01' },
  })
  const body = (await response.json()) as { code?: unknown }
  return { status: response.status, code: body.code }
}
