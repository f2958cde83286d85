import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { testDatabase } from '../testing/database.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { explainStart } from './start-problems.ts'

/** Listens as the server would, and returns how its error reads. */
async function listeningOn(port: number, host: string): Promise<string> {
  const server = createServer()
  const failed = once(server, 'error')
  server.listen(port, host)
  return explainStart((await failed)[0])
}

async function connectingTo(config: pg.ClientConfig, statement = 'select 1'): Promise<string> {
  const client = new pg.Client(config)
  try {
    await client.connect()
    await client.query(statement)
  } catch (error) {
    return explainStart(error)
  } finally {
    await client.end().catch(() => {})
  }
  return 'connected'
}

async function usedPort(): Promise<number> {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  onTestFinished(() => void other.close())
  return (other.address() as AddressInfo).port
}

test('a port in use, and an address that the machine doesn’t have, are named with the setting to change', async () => {
  const port = await usedPort()
  expect(await listeningOn(port, '127.0.0.1')).toBe(
    `Port ${port} is already in use at 127.0.0.1. Stop the program that uses it, or choose another one with PORT.`,
  )
  expect(await listeningOn(0, '192.0.2.1')).toMatch(/^This machine doesn’t have the address 192\.0\.2\.1\. Set HOST/)
})

test('a PostgreSQL that can’t be reached is named with its address, also by a host name with several', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await new Promise((closed) => server.close(closed))
  for (const host of ['127.0.0.1', 'localhost'])
    expect(await connectingTo({ host, port })).toMatch(
      new RegExp(`^PostgreSQL can’t be reached at \\S+:${port} \\(ECONNREFUSED\\)\\. Check DATABASE_URL`),
    )
})

test('a missing database and a missing right are explained', async () => {
  const { host, port, superuser: user } = inject('cluster')
  expect(await connectingTo({ host, port, user, database: 'none' })).toBe(
    'PostgreSQL doesn’t have the database in DATABASE_URL: database "none" does not exist. Create it with createdb.',
  )
  const { connection } = await testDatabase()
  expect(await connectingTo(connection, 'create role another')).toMatch(
    /^The account in DATABASE_URL lacks a right: permission denied to create role\. .*CREATEROLE.*onhand_owner/,
  )
})

test('a data folder that can’t be created is named with the setting to change', () => {
  const { path: folder, remove } = temporaryFolder('onhand-start-')
  onTestFinished(remove)
  const file = join(folder, 'file')
  writeFileSync(file, '')
  let failed: unknown
  try {
    mkdirSync(join(file, 'data'), { recursive: true })
  } catch (error) {
    failed = error
  }
  expect(explainStart(failed)).toBe(
    `${join(file, 'data')} can’t be written or read (ENOTDIR). Set ONHAND_DATA to a folder that this account can write to.`,
  )
})

test('a full disk is named, also when initdb reports it; other errors keep their own words', () => {
  const full = 'FATAL:  could not write to file "pg_wal/xlogtemp.1": No space left on device'
  expect(explainStart(new Error(`Command failed: initdb\n${full}`))).toMatch(
    /^The disk of the data folder is full\. Free/,
  )
  expect(explainStart(new Error('Onhand is already running on /data.'))).toBe('Onhand is already running on /data.')
  const missing = Object.assign(new Error('no such file'), { code: 'ENOENT', syscall: 'open', path: 'docs/api.md' })
  expect(explainStart(missing)).toBe('no such file')
  expect(explainStart('stopped')).toBe('stopped')
})

test('a standby is explained, which an address that doesn’t lead to the primary can reach', async () => {
  const { host, port, superuser: user } = inject('cluster')
  const readOnly = { host, port, user, database: 'postgres', options: '-c default_transaction_read_only=on' }
  expect(await connectingTo(readOnly, 'create table of_a_start ()')).toMatch(
    /^PostgreSQL can only be read: cannot execute CREATE TABLE in a read-only transaction\. It is a standby, .* DATABASE_URL must always lead to the primary/,
  )
})
