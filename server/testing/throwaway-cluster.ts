import { execFileSync } from 'node:child_process'
import { existsSync, lstatSync, mkdirSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { dataParent, inMemory } from '../../tools/shared/data-parent.ts'
import { startEmbeddedPostgres } from '../platform/embedded-postgres.ts'
import { silentLog } from '../platform/log.ts'
import { migrate } from '../platform/migrate.ts'
import { wasAbandoned } from '../platform/postgres/lock.ts'
import { clearAway } from '../platform/postgres/postmaster.ts'
import { shortHash } from '../platform/postgres/socket-folder.ts'

/** Also of the folder of a run's journeys (playwright.config.ts). */
const prefix = 'onhand-test-'

export type ThrowawayCluster = {
  host: string
  port: number
  superuser: string
  /**
   * Copies everything on it into a data folder as the server would have left it, and returns that folder; the cluster
   * is stopped meanwhile.
   */
  copyToDataFolder(): Promise<string>
  stop(): Promise<void>
}

/**
 * A separate PostgreSQL in a temporary folder, which syncs nothing. First removes those that killed runs left behind.
 */
export async function startThrowawayCluster(): Promise<ThrowawayCluster> {
  await removeAbandoned()
  const dataDir = await mkdtemp(join(dataParent(), prefix))
  const start = () => startEmbeddedPostgres({ dataDir, durable: false })
  let server = await start()
  return {
    host: server.host,
    port: server.port,
    superuser: server.superuser,
    async copyToDataFolder() {
      // Inside the cluster's own folder, so that it is removed with it, even if this run is killed.
      const folder = join(dataDir, 'copied')
      await server.stop()
      copyDataFolder(dataDir, folder)
      server = await start()
      return folder
    },
    async stop() {
      await server.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Copies the cluster of a stopped server from one data folder to another, including permissions and owners. */
export function copyDataFolder(from: string, to: string): void {
  mkdirSync(to, { recursive: true, mode: 0o711 })
  execFileSync('cp', ['-a', join(from, 'postgres'), to])
}

/** Creates a database on the cluster and migrates it as a start of the server would. */
export async function createMigratedDatabase(cluster: ThrowawayCluster, database: string): Promise<pg.ClientConfig> {
  const admin = { host: cluster.host, port: cluster.port, user: cluster.superuser }
  const client = new pg.Client({ ...admin, database: 'postgres' })
  await client.connect()
  await client.query(`create database ${database}`)
  await client.end()
  await migrate({ ...admin, database }, silentLog)
  return { ...admin, database }
}

async function removeAbandoned(): Promise<void> {
  const parents = [tmpdir(), inMemory].filter((folder) => existsSync(folder))
  const listed = await Promise.all(
    parents.map(async (parent) => (await readdir(parent)).map((name) => ({ parent, name }))),
  )
  const left = listed.flat().filter(({ name }) => name.startsWith(prefix))
  for (const folder of left.map(({ parent, name }) => join(parent, name))) {
    // In a shared folder, other users' runs are theirs to remove.
    const found = lstatSync(folder, { throwIfNoEntry: false })
    if (!found?.isDirectory() || found.uid !== process.getuid?.() || !wasAbandoned(folder)) continue
    const cluster = join(folder, 'postgres')
    await clearAway(cluster, `onhand-${shortHash(cluster)}`, () => {})
    await rm(folder, { recursive: true, force: true })
  }
}
