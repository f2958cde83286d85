import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { appSecret } from './platform/app-secret.ts'
import type { AppSignIn } from './platform/before-migrating.ts'
import type { Config } from './platform/config.ts'
import { dataFolder } from './platform/data-folder.ts'
import { requireDirectConnection } from './platform/direct-connection.ts'
import { type EmbeddedPostgresOptions, startEmbeddedPostgres } from './platform/embedded-postgres.ts'
import type { Log } from './platform/log.ts'
import { makeFolders } from './platform/postgres/make-folders.ts'
import { migrate, type MigrationOptions } from './platform/migrate.ts'
import { isHeld } from './platform/postgres/lock.ts'
import { readPostmaster } from './platform/postgres/postmaster.ts'
import { requireSecretKey } from './platform/secret-key.ts'

/**
 * A migrated database: how the app role connects to it, where its data is (for display), the folder for files stored
 * beside it, and how to close it.
 */
export type ReadyDatabase = {
  connection: pg.ClientConfig
  where: string
  dataDir: string
  /** The hash of the SQL files that the database was migrated to. */
  sqlHash: string
  /** Identifies the cluster's own folder, so that a copy is recognized as one; empty if the folder isn't ours. */
  folderId: string
  stop(): Promise<void>
}

const databaseName = 'onhand'

type Listeners = Required<Pick<EmbeddedPostgresOptions, 'onStarting' | 'onTakenOver'>>

/**
 * Starts the embedded PostgreSQL or connects to the external one in the configuration, and migrates it. The listeners
 * are those of the embedded PostgreSQL.
 */
export function readyDatabase(config: Config, log: Log, listeners: Listeners): Promise<ReadyDatabase> {
  return config.databaseUrl
    ? outsideDatabase(config, config.databaseUrl, log)
    : embeddedDatabase(config, log, listeners)
}

async function embeddedDatabase(config: Config, log: Log, listeners: Listeners): Promise<ReadyDatabase> {
  const server = await startEmbeddedPostgres({ dataDir: config.dataDir, log, ...listeners })
  try {
    const address = { host: server.host, port: server.port }
    const admin = { ...address, user: server.superuser }
    await ensureDatabase({ ...admin, database: 'postgres' })
    const sqlHash = await migrate({ ...admin, database: databaseName }, log, checksOf(config, server.dataDir))
    return {
      connection: { ...address, user: 'onhand_app', database: databaseName },
      where: server.dataDir,
      dataDir: server.dataDir,
      sqlHash,
      // PostgreSQL writes this file in place: only a copy has another inode.
      folderId: String(statSync(join(server.dataDir, 'postgres/global/pg_control')).ino),
      stop: () => server.stop(),
    }
  } catch (error) {
    await server.stop()
    throw error
  }
}

async function ensureDatabase(admin: pg.ClientConfig): Promise<void> {
  const client = new pg.Client(admin)
  await client.connect()
  try {
    const there = await client.query('select 1 from pg_database where datname = $1', [databaseName])
    if (there.rowCount === 0) await client.query(`create database ${databaseName}`)
  } finally {
    await client.end()
  }
}

/**
 * Connects to the database of a server that may be running, as the app role, without changing it: the embedded one is
 * started if it isn't running. Refuses an empty data folder.
 */
export async function presentDatabase(config: Config): Promise<Pick<ReadyDatabase, 'connection' | 'stop'>> {
  if (config.databaseUrl) {
    const { connection } = await asApp(config, config.databaseUrl)
    return { connection, stop: async () => {} }
  }
  const dataDir = dataFolder(config.dataDir)
  if (!existsSync(join(dataDir, 'postgres'))) throw new Error(`There is no Onhand data in ${dataDir}.`)
  const app = { user: 'onhand_app', database: databaseName }
  const running = (await isHeld(dataDir)) ? readPostmaster(join(dataDir, 'postgres')) : null
  if (running) return { connection: { host: running.host, port: running.port, ...app }, stop: async () => {} }
  const server = await startEmbeddedPostgres({ dataDir: config.dataDir })
  return { connection: { host: server.host, port: server.port, ...app }, stop: () => server.stop() }
}

/** Nothing in the database changes if this version must not use it, or if its secrets can't be read. */
function checksOf({ allowDowngrade, secretKey }: Config, dataDir: string): MigrationOptions {
  return { allowDowngrade, check: (client) => requireSecretKey(client, secretKey, dataDir) }
}

async function asApp(config: Config, url: string): Promise<AppSignIn> {
  const password = config.databaseAppPassword ?? (await appSecret(config.dataDir))
  const app = new URL(url)
  app.username = 'onhand_app'
  app.password = password
  return { connection: { connectionString: app.href }, password, isGiven: config.databaseAppPassword !== null }
}

async function outsideDatabase(config: Config, url: string, log: Log): Promise<ReadyDatabase> {
  // For pictures, keys and the log, even if every secret is in the environment.
  makeFolders(config.dataDir, 0o700)
  const app = await asApp(config, url)
  // First: through a pooler, even the lock of the migration could be lost.
  await requireDirectConnection({ connectionString: url })
  const sqlHash = await migrate({ connectionString: url }, log, { app, ...checksOf(config, config.dataDir) })
  const shown = new URL(url)
  shown.password = ''
  return {
    connection: app.connection,
    where: shown.href,
    dataDir: config.dataDir,
    sqlHash,
    folderId: '',
    stop: async () => {},
  }
}
