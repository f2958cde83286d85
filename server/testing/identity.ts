import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AuthApiError, GoTrueClient, type EmailOtpType, type Session } from '@supabase/auth-js'
import { buildApp, type App, type AppOptions } from '../app.ts'
import { identityConfig, type IdentityConfig } from '../identity/config.ts'
import { cheapPasswords, testSecrets } from './app.ts'
import { testDatabase, type TestDatabase } from './database.ts'
import { createMailer } from '../platform/mail.ts'
import { silentLog } from '../platform/log.ts'
import { mailServer, readMail, type MailServer, type ReadMail } from './mail-server.ts'
import { whenOver } from './when-over.ts'
import { newAddress } from './new-address.ts'

export type IdentityServer = TestDatabase & { url: string; app: App }

/** Generous limits: everyone in a test comes from the same address. */
export const testIdentityConfig: IdentityConfig = identityConfig({ AUTH_RATE_SCALE: '1000' }, null)

/** The entire server with custom identity settings, on a new or given database. */
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
    recurringWork: false,
    ...options,
  })
  const url = await app.http.listen({ host: '127.0.0.1', port: 0 })
  whenOver(() => app.http.close())
  return { ...on, url, app }
}

export type MailedServer = IdentityServer & {
  mailbox: MailServer
  /** The newest email to an address, once everything due was sent. Throws if there is none. */
  mailTo: (email: string) => Promise<ReadMail>
  /** How many emails went to an address, once everything due was sent. */
  mailsTo: (email: string) => Promise<number>
}

/** The entire server with its own mail server, so that addresses are confirmed by email. */
export async function mailedServer(
  overrides: Partial<IdentityConfig> = {},
  options: Partial<AppOptions> = {},
  database?: TestDatabase,
): Promise<MailedServer> {
  const mailbox = await mailServer()
  const mailer = createMailer({ smtpUrl: mailbox.url, from: 'onhand@stock.example' }, options.log ?? silentLog)
  const server = await identityServer({ siteUrl, ...overrides }, { mailer, ...options }, database)
  const delivered = async (email: string) => {
    await server.app.mails?.drain()
    return mailbox.delivered.filter(({ to }) => to.includes(email))
  }
  return {
    ...server,
    mailbox,
    mailsTo: async (email) => (await delivered(email)).length,
    async mailTo(email) {
      const newest = (await delivered(email)).at(-1)
      if (!newest) throw new Error(`no email went to ${email}`)
      return readMail(newest)
    },
  }
}

/** The address of a test's server, as its links use it. */
export const siteUrl = 'https://stock.example.com'

/** The link of an email. */
export function linkOf({ link, text }: ReadMail): { token_hash: string; type: EmailOtpType } {
  const token_hash = link?.searchParams.get('token_hash')
  const type = link?.searchParams.get('type')
  if (!token_hash || !type) throw new Error(`there is no link in: ${text}`)
  return { token_hash, type: type as EmailOtpType }
}

/**
 * The published client library, unchanged, as one browser tab: it keeps its session in memory and refreshes only when
 * asked.
 */
export function browserTab(url: string, flowType: 'implicit' | 'pkce' = 'implicit'): GoTrueClient {
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
    flowType,
    experimental: { recoveryCodes: true },
  })
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

/** A person whose address is confirmed by the link they were sent, signed in. */
export async function confirmedPerson<Tab extends GoTrueClient>(
  { mailTo }: Pick<MailedServer, 'mailTo'>,
  tab: Tab,
): Promise<{ tab: Tab; session: Session; email: string }> {
  const email = newAddress()
  await tab.signUp({ email, password: goodPassword })
  return { tab, session: sessionOf(await tab.verifyOtp(linkOf(await mailTo(email)))), email }
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

/** The session of a response that must have one. */
export function sessionOf(answer: { data: { session: Session | null }; error: unknown }): Session {
  if (!answer.data.session) throw new Error(`there is no session in the answer: ${String(answer.error)}`)
  return answer.data.session
}

/** What a refusal by the identity endpoints is for the client library. */
export function refusedAs(status: number, code: string, message?: string) {
  return { name: AuthApiError.name, status, code, ...(message && { message }) }
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

/** The response of GET /user for an access token: its status, and the code of a refusal. */
export async function readUserWith(url: string, access_token: string): Promise<{ status: number; code: unknown }> {
  const response = await fetch(`${url}/auth/v1/user`, {
    headers: { authorization: `Bearer ${access_token}`, 'x-supabase-api-version': '2024-01-01' },
  })
  const body = (await response.json()) as { code?: unknown }
  return { status: response.status, code: body.code }
}
