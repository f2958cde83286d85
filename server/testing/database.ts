import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { openDatabase, type Database } from '../platform/db.ts'
import { silentLog } from '../platform/log.ts'
import { sqlTypes } from '../platform/sql-types.ts'
import { whenOver } from './when-over.ts'

export type TestDatabase = Readonly<{
  /** Working as the app role, as the server does. */
  db: Database
  /** A connection as the superuser, who may damage data on purpose. */
  admin: pg.Client
  /** How to reach it as the app role. */
  connection: pg.ClientConfig
  name: string
}>

export type DatabaseOptions = {
  maxConnections?: number
  /**
   * Whether PostgreSQL chooses between a plan for any values and one for each run, as it does for users; by default it
   * plans each statement once per connection. For tests of how rows are found.
   */
  choosesPlans?: boolean
}

/** A database for the file or test, cloned from the migrated template; dropped at its end. */
export async function testDatabase(options: DatabaseOptions = {}): Promise<TestDatabase> {
  const { close, ...database } = await makeDatabase(options)
  whenOver(close)
  return database
}

type MakeOptions = DatabaseOptions & { stream?: pg.ClientConfig['stream'] }

/** The same for the caller to close; `stream` makes the sockets of its connections. */
export async function makeDatabase({ maxConnections = 20, choosesPlans = false, stream }: MakeOptions) {
  const { host, port, superuser } = inject('cluster')
  const name = `test_${randomBytes(6).toString('hex')}`
  await onCluster(`create database ${name} template onhand`)
  if (choosesPlans) await onCluster(`alter database ${name} set plan_cache_mode = auto`)
  const connection = { host, port, user: 'onhand_app', database: name }
  // Idle connections stay open: a new one has to read and plan everything again.
  const kept: pg.PoolConfig = { ...connection, stream, idleTimeoutMillis: 0 }
  const db = openDatabase(kept, silentLog, { maxConnections, patience: 10 })
  const admin = new pg.Client({ host, port, user: superuser, database: name, types: sqlTypes, stream })
  await admin.connect()
  await admin.query('set timezone to utc')
  const close = async () => {
    await db.close()
    await admin.end()
    await onCluster(`drop database if exists ${name} with (force)`)
  }
  return { db, admin, connection, name, close }
}

async function onCluster(statement: string): Promise<void> {
  const { host, port, superuser } = inject('cluster')
  const client = new pg.Client({ host, port, user: superuser, database: 'postgres' })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
