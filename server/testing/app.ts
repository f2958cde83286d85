import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addressOf, type Endpoint, type InputOf, type OutputOf } from '../../contract/endpoint.ts'
import type { ErrorBody } from '../../contract/errors.ts'
import { buildApp, type App, type AppOptions } from '../app.ts'
import { identityConfig } from '../identity/config.ts'
import { argon2id, createPasswords } from '../identity/passwords.ts'
import type { Database } from '../platform/db.ts'
import { testRules } from '../platform/outside/testing.ts'
import { createSecrets } from '../platform/secrets.ts'
import { type DatabaseOptions, makeDatabase, testDatabase, type TestDatabase } from './database.ts'
import { keepServer, keptConnection } from './kept-open.ts'
import { newAddress } from './new-address.ts'
import { type Request, send, type Sent } from './send.ts'
import { whenOver } from './when-over.ts'

/** An endpoint's response, if it isn't the success that the test expected. */
export class RefusedError extends Error {
  readonly status: number
  readonly body: ErrorBody

  constructor(status: number, body: ErrorBody) {
    super(`${status} ${JSON.stringify(body)}`)
    this.status = status
    this.body = body
  }

  get code(): string {
    return this.body.error.code
  }
}

export type CallOptions = { idempotencyKey?: string; org_id?: string; signal?: AbortSignal }

/** A signed-in person: calls endpoints over real HTTP with the typed contract. */
export type Client = Readonly<{
  email: string
  user_id: string
  org_id: string
  access_token: string
  /** The endpoint's response; throws RefusedError otherwise. */
  call<E extends Endpoint>(endpoint: E, input: InputOf<E>, options?: CallOptions): Promise<OutputOf<E>>
  /** The refusal of an endpoint that must refuse; throws if it doesn't. */
  refused<E extends Endpoint>(
    endpoint: E,
    input: unknown,
    options?: CallOptions,
  ): Promise<ErrorBody['error'] & { status: number }>
  /** Any request below the server's address, with the token. */
  fetch(path: string, init?: RequestInit): Promise<Response>
  /** The same for tests that send thousands: reads the whole response. */
  send(path: string, request?: Request): Promise<Sent>
  /** The same person in another of their organizations. */
  in(org_id: string): Client
}>

export type TestApp = TestDatabase & {
  url: string
  app: App
  /** The folder of uploaded pictures. */
  filesDir: string
  /** A new person with an organization of their own. */
  signUp(email?: string): Promise<Client>
}

/** Hundreds of people sign up here, and no rule in these tests depends on the cost of a guess: a fiftieth of it. */
export const cheapPasswords = createPasswords((parameters) => argon2id({ ...parameters, memory: 64, passes: 1 }))

/** One key for all servers of a test run, so that several of them can work on one database. */
export const testSecrets = createSecrets([new Uint8Array(32).fill(7)])

export type TestOptions = Pick<
  AppOptions,
  | 'outside'
  | 'outgoing'
  | 'log'
  | 'mailer'
  | 'accountMailer'
  | 'groupPosting'
  | 'drainMs'
  | 'groupPatience'
  | 'recurringWork'
  | 'metricsToken'
> &
  Pick<DatabaseOptions, 'choosesPlans'> & {
    /** Passed to the server instead of its database: for example one that fails. */
    database?: (db: Database) => Database
  }

/** The entire server on a cloned database, listening on a free port. */
export async function testApp({
  database: around = (db) => db,
  choosesPlans,
  ...options
}: TestOptions = {}): Promise<TestApp> {
  const database = await testDatabase({ choosesPlans })
  const { close, ...app } = await makeApp(database, { ...options, db: around(database.db) })
  whenOver(close)
  return app
}

let shared: Promise<TestApp> | undefined

/**
 * The server that the files of a worker share: a separate database, a server on it and connections with planned
 * functions would cost a file more than a second of processor time. For files whose tests only read organizations that
 * they created, and change nothing that all share: no table, trigger, role or setting of a connection. It ends with the
 * worker.
 */
export function sharedApp(): Promise<TestApp> {
  shared ??= openShared()
  return shared
}

async function openShared(): Promise<TestApp> {
  const { close: _dropped, ...database } = await makeDatabase({ stream: keptConnection })
  const { close: _closed, ...app } = await makeApp(database, { db: database.db })
  keepServer()
  process.once('exit', () => rmSync(app.filesDir, { recursive: true, force: true }))
  return app
}

async function makeApp(database: TestDatabase, options: Partial<AppOptions> & Pick<AppOptions, 'db'>) {
  const filesDir = mkdtempSync(join(tmpdir(), 'onhand-files-'))
  const app = await buildApp({
    // No outside host is contacted: no name resolves.
    outside: testRules(),
    // A group then waits for a lock for three seconds: PostgreSQL reports a deadlock after one.
    groupPatience: 60,
    recurringWork: false,
    ...options,
    secrets: testSecrets,
    filesDir,
    siteUrl: 'http://localhost',
    // All people in a test sign up from the same address.
    identity: identityConfig({ AUTH_RATE_SCALE: '1000' }, null),
    passwords: cheapPasswords,
  })
  const url = await app.http.listen({ host: '127.0.0.1', port: 0 })
  const close = async () => {
    await app.http.close()
    rmSync(filesDir, { recursive: true, force: true })
  }
  const newPerson = (email?: string) => signUp(url, email ?? newAddress())
  return { ...database, url, app, filesDir, signUp: newPerson, close }
}

/** A new person with an organization of their own, on any server. */
export const signUp = (url: string, email: string) => personWith(url, '/signup', email)

/** A person who signed up before. */
export const signIn = (url: string, email: string) => personWith(url, '/token?grant_type=password', email)

async function personWith(url: string, path: string, email: string): Promise<Client> {
  const { status, text } = await send(`${url}/auth/v1${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: 'correct horse 42' }),
  })
  if (status !== 200) throw new Error(`${path} answered ${status}: ${text}`)
  const session = JSON.parse(text) as {
    access_token: string
    user: { id: string; app_metadata: { org_id: string } }
  }
  return client(url, email, session.access_token, session.user.id, session.user.app_metadata.org_id)
}

/** A program that works with an API key. */
export function program(url: string, { id, key, org_id }: { id: string; key: string; org_id: string }): Client {
  return client(url, '', key, id, org_id)
}

function client(
  url: string,
  email: string,
  access_token: string,
  user_id: string,
  org_id: string,
  organization: Record<string, string> = {},
): Client {
  const identified = { authorization: `Bearer ${access_token}`, ...organization }
  const sendTo = (path: string, request: Request = {}) =>
    send(url + path, { ...request, headers: { ...identified, ...request.headers } })

  async function ask(endpoint: Endpoint, input: unknown, options: CallOptions): Promise<Sent> {
    const { path, rest } = fillPath(endpoint, { ...(input as Record<string, unknown>) })
    const headers: Record<string, string> = {}
    if (options.idempotencyKey) headers['idempotency-key'] = options.idempotencyKey
    if (options.org_id) headers['onhand-organization'] = options.org_id
    const init = { method: endpoint.method, headers, signal: options.signal }
    const { file, ...others } = rest
    const query = new URLSearchParams(
      Object.entries(others).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, String(value)] as [string, string]],
      ),
    )
    if (endpoint.body === 'bytes') {
      headers['content-type'] = 'application/octet-stream'
      return sendTo(`${path}?${query}`, { ...init, body: file as Uint8Array })
    }
    if (endpoint.method === 'GET') return sendTo(`${path}?${query}`, init)
    headers['content-type'] = 'application/json'
    return sendTo(path, { ...init, body: JSON.stringify(rest) })
  }

  return {
    email,
    user_id,
    org_id,
    access_token,
    fetch: (path, init = {}) => fetch(url + path, { ...init, headers: { ...identified, ...init.headers } }),
    send: sendTo,
    in: (other) => client(url, email, access_token, user_id, other, { 'onhand-organization': other }),
    async call(endpoint, input, options = {}) {
      const { status, text } = await ask(endpoint, input, options)
      if (!isSuccess(status)) throw new RefusedError(status, JSON.parse(text) as ErrorBody)
      return JSON.parse(text) as never
    },
    async refused(endpoint, input, options = {}) {
      const { status, text } = await ask(endpoint, input, options)
      if (isSuccess(status)) throw new Error(`${endpoint.name} should have been refused, but answered ${text}`)
      const { error } = JSON.parse(text) as ErrorBody
      return { ...error, status }
    },
  }
}

const isSuccess = (status: number) => status >= 200 && status < 300

function fillPath(endpoint: Endpoint, input: Record<string, unknown>): { path: string; rest: Record<string, unknown> } {
  const path = addressOf(endpoint).replaceAll(/:(\w+)/g, (_match, name: string) => {
    const value = input[name]
    delete input[name]
    return encodeURIComponent(String(value))
  })
  return { path, rest: input }
}
