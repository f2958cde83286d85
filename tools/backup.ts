import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { backUp } from '../server/platform/postgres/back-up.ts'
import { readConfig } from '../server/platform/config.ts'
import { dataFolder } from '../server/platform/data-folder.ts'
import { superuser } from '../server/platform/postgres/cluster.ts'
import { isHeld } from '../server/platform/postgres/lock.ts'
import { runningPostmaster } from '../server/platform/postgres/postmaster.ts'
import { secretKeyFile } from '../server/platform/key-file.ts'

// `npm run backup -- FOLDER`: copies the data folder of a running server. Start Onhand on the copy to restore it.

async function main(): Promise<void> {
  const [to] = process.argv.slice(2)
  if (!to) throw new Error('Name the folder to back up to: npm run backup -- /backups/2026-11-22')
  const config = readConfig(process.env, join(import.meta.dirname, '..'))
  if (config.databaseUrl)
    throw new Error(
      'This backs up the embedded PostgreSQL only. Back up your own server with its tools (pg_basebackup, pg_dump).',
    )
  const dataDir = dataFolder(config.dataDir)
  const isRunning = await isHeld(dataDir)
  // That of a killed server may still be running: copying the folder wouldn't be a backup.
  const server = runningPostmaster(join(dataDir, 'postgres'))
  if (!server && !isRunning)
    throw new Error(`Onhand isn’t running on ${dataDir}. While it is stopped, you can copy the folder itself.`)
  if (!server?.ready) throw new Error(`PostgreSQL on ${dataDir} isn’t ready yet. Try again in a moment.`)
  const begin = performance.now()
  const folder = resolve(to)
  await backUp({ host: server.host, port: server.port, user: superuser, database: 'postgres' }, dataDir, folder)
  console.log(`Backed up to ${folder} in ${Math.ceil((performance.now() - begin) / 1_000)} s.`)
  const key = join(dataDir, secretKeyFile)
  if (existsSync(key))
    console.log(`Not included: ${key}, which decrypts its secrets. Keep a copy elsewhere; a restored server needs it.`)
  console.log(`Test it: ONHAND_DATA=${folder} npm run check-ledger`)
}

try {
  await main()
} catch (error) {
  console.error(`Backup failed: ${(error as Error).message}`)
  process.exitCode = 1
}
