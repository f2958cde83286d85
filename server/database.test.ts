import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createCategory, listCategories } from '../contract/categories.ts'
import { openDatabase } from './platform/db.ts'
import { silentLog } from './platform/log.ts'
import { sql } from './platform/sql.ts'
import { signUp } from './testing/app.ts'
import {
  makeOutsideCluster,
  type NewCluster,
  outsideServers,
  startOutsidePostgres,
} from './testing/outside-postgres.ts'
import { makeInstallation, readyStatus } from './testing/server-process.ts'
import { whenOver } from './testing/when-over.ts'

// Entire servers are started and stopped here, which takes long on a busy machine.
vi.setConfig({ testTimeout: 600_000 })

async function onDatabase<Row extends pg.QueryResultRow>(url: string, statement: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Row>(statement)).rows
  } finally {
    await client.end()
  }
}

describe.each(outsideServers)('on $name, over TCP with a password', ({ programs }) => {
  let made: NewCluster
  beforeAll(() => void (made = makeOutsideCluster(programs)))
  afterAll(() => made.remove())

  test('the server creates what it needs, runs as the app role, reuses everything on restart, and answers 503 while the database is down', async () => {
    const outside = await startOutsidePostgres(made)
    await onDatabase(outside.url('postgres'), 'create database onhand')
    const environment = { DATABASE_URL: outside.url('onhand') }
    const installation = await makeInstallation()
    const first = await installation.start(environment)
    expect(first.output()).not.toContain('secret')
    const client = await signUp(installation.url, 'owner@example.com')
    await client.call(createCategory, { name: 'Bolts', color: '#10B981' })
    const users = await onDatabase<{ usename: string }>(
      outside.url('onhand'),
      `select distinct usename from pg_stat_activity where datname = 'onhand' and pid <> pg_backend_pid()`,
    )
    expect(users).toEqual([{ usename: 'onhand_app' }])
    expect(await first.end('SIGTERM')).toBe(0)

    const server = await installation.start(environment)
    expect((await client.call(listCategories, {})).items.map(({ name }) => name)).toEqual(['Bolts'])

    await outside.stop()
    expect(await readyStatus(installation.url)).toBe(503)
    expect((await client.fetch('/api/v1/categories')).status).toBe(503)
    await outside.start()
    await vi.waitFor(async () => expect(await readyStatus(installation.url)).toBe(200), {
      timeout: 180_000,
      interval: 50,
    })
    expect((await client.fetch('/api/v1/categories')).status).toBe(200)
    expect(server.child.exitCode).toBeNull()
  })

  test('PostgreSQL notices soon that a machine is gone, whose locks would otherwise stay for hours', async () => {
    const outside = await startOutsidePostgres(made)
    const db = openDatabase({ connectionString: outside.url('postgres') }, silentLog, { patience: 10 })
    whenOver(() => db.close())
    const idle = `select current_setting('tcp_keepalives_idle') as idle`
    const separate = await db.connect()
    expect((await separate.query<{ idle: string }>(idle)).rows).toEqual([{ idle: '30' }])
    await separate.end()
    const common = await db.transaction(null, (tx) =>
      tx.one(sql<{ idle: string }>`select current_setting('tcp_keepalives_idle') as idle`),
    )
    expect(common).toEqual({ idle: '30' })
  })

  test('an administrator without superuser rights is enough', async () => {
    const outside = await startOutsidePostgres(made)
    await onDatabase(outside.url('postgres'), `create role host login createrole password 'host'`)
    await onDatabase(outside.url('postgres'), 'create database onhand owner host')
    const url = new URL(outside.url('onhand'))
    url.username = 'host'
    url.password = 'host'
    const installation = await makeInstallation()
    const first = await installation.start({ DATABASE_URL: url.href })
    await signUp(installation.url, 'owner@example.com')
    expect(await first.end('SIGTERM')).toBe(0)
    await installation.start({ DATABASE_URL: url.href })
  })

  test('two servers that start together on an empty database migrate it once', async () => {
    const outside = await startOutsidePostgres(made)
    await onDatabase(outside.url('postgres'), 'create database onhand')
    const environment = {
      DATABASE_URL: outside.url('onhand'),
      DATABASE_APP_PASSWORD: 'agreed on',
      ONHAND_SECRET_KEY: randomBytes(32).toString('base64'),
    }
    // One has no data folder yet, although nothing but its log needs one.
    const installations = [await makeInstallation({ empty: true }), await makeInstallation()]
    await Promise.all(installations.map((one, n) => one.start({ ...environment, LOG_TO: n === 0 ? 'file' : 'stdout' })))
    const client = await signUp(installations[0]!.url, 'owner@example.com')
    const other = await fetch(`${installations[1]!.url}/api/v1/categories`, {
      headers: { authorization: `Bearer ${client.access_token}` },
    })
    expect(other.status).toBe(200)
  })

  test('a server without the shared password or secret key is refused, and nothing changes for the others', async () => {
    const outside = await startOutsidePostgres(made)
    await onDatabase(outside.url('postgres'), 'create database onhand')
    await onDatabase(outside.url('postgres'), 'create database second')
    const [first, second] = [await makeInstallation(), await makeInstallation()]
    await first.start({ DATABASE_URL: outside.url('onhand') })
    const tables = (database: string) =>
      onDatabase(outside.url(database), `select from pg_class where relnamespace = 'public'::regnamespace`)

    const another = 'The role onhand_app already exists in this PostgreSQL with another password'
    await expect(second.start({ DATABASE_URL: outside.url('onhand') })).rejects.toThrow(
      'The secrets in this database were encrypted with another key',
    )
    await expect(second.start({ DATABASE_URL: outside.url('second') })).rejects.toThrow(another)
    expect(await tables('second')).toEqual([])
    // Connections that are open would hide a changed password.
    await onDatabase(
      outside.url('onhand'),
      `select pg_terminate_backend(pid) from pg_stat_activity where usename = 'onhand_app'`,
    )
    await vi.waitFor(async () => expect(await readyStatus(first.url)).toBe(200), { timeout: 180_000, interval: 50 })

    const shared = readFileSync(join(first.dataDir, 'app-role-secret'), 'utf8')
    await second.start({ DATABASE_URL: outside.url('second'), DATABASE_APP_PASSWORD: shared })
    expect(await readyStatus(first.url)).toBe(200)
  })

  test('a password that was changed for the role is an outage until it is restored', async () => {
    const outside = await startOutsidePostgres(made)
    await onDatabase(outside.url('postgres'), 'create database onhand')
    const installation = await makeInstallation()
    await installation.start({ DATABASE_URL: outside.url('onhand'), DATABASE_APP_PASSWORD: 'agreed on' })
    const client = await signUp(installation.url, 'owner@example.com')
    const setPassword = (password: string) =>
      onDatabase(
        outside.url('onhand'),
        `alter role onhand_app password '${password}';
         select pg_terminate_backend(pid) from pg_stat_activity where usename = 'onhand_app'`,
      )
    const status = async () => (await client.fetch('/api/v1/categories')).status
    await setPassword('another')
    await vi.waitFor(async () => expect(await readyStatus(installation.url)).toBe(503), { timeout: 180_000 })
    expect(await status()).toBe(503)
    await setPassword('agreed on')
    await vi.waitFor(async () => expect(await status()).toBe(200), { timeout: 180_000 })
  })
})
