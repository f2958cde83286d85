import { chmod, chown, copyFile, mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { makeFolders } from './make-folders.ts'
import { synced } from './create-file.ts'

/**
 * Files that belong to the running server, or are recreated at a start (PostgreSQL's own list): the folders stay,
 * without their content.
 */
const emptied = new Set([
  'pg_dynshmem',
  'pg_notify',
  'pg_replslot',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
  'pg_wal',
])
const leftOut = /^(postmaster\.(pid|opts)|pgsql_tmp.*|pg_internal\.init.*)$/

/**
 * Copies a running cluster, and then the folder of pictures, to a folder that is empty or missing. A server started on
 * the copy has everything that was committed until the copy of the database ended, and nothing incomplete. Nothing is
 * blocked.
 *
 * It uses PostgreSQL's own method: between `pg_backup_start` and `pg_backup_stop` files may change while they are read,
 * and the write-ahead log, which a slot of our session retains, restores them. The folder gets its name when all of it
 * is on disk; a copy that fails is removed. One backup runs at a time: a second one is refused before it removes what
 * the first has copied.
 */
export async function backUp(superuser: pg.ClientConfig, dataDir: string, to: string): Promise<void> {
  const client = new pg.Client(superuser)
  // A connection that breaks while files are copied: the next statement fails, and the copy is removed.
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query<{ ours: boolean }>(
      `select pg_try_advisory_lock(hashtextextended('backup', 0)) as ours`,
    )
    if (!rows[0]?.ours) throw new Error('Another backup is running. Wait until it’s done.')
    await backUpAlone(client, dataDir, to)
  } finally {
    await client.end()
  }
}

async function backUpAlone(client: pg.Client, dataDir: string, to: string): Promise<void> {
  if ((await namesIn(to)).length > 0) throw new Error(`${to} is not empty.`)
  const unfinished = `${to}.unfinished`
  await rm(unfinished, { recursive: true, force: true })
  // As root, PostgreSQL's own account must be able to pass through.
  makeFolders(unfinished, process.getuid?.() === 0 ? 0o711 : 0o700)
  try {
    await backUpCluster(client, join(dataDir, 'postgres'), join(unfinished, 'postgres'))
    if ((await namesIn(dataDir)).includes('files')) await copyTree(join(dataDir, 'files'), join(unfinished, 'files'))
    await synced(unfinished)
    await rename(unfinished, to)
  } catch (error) {
    // It may fill the disk on which the next backup should fit.
    await rm(unfinished, { recursive: true, force: true }).catch(() => null)
    throw error
  }
  await synced(dirname(to))
}

async function backUpCluster(client: pg.Client, cluster: string, to: string): Promise<void> {
  if ((await namesIn(join(cluster, 'pg_tblspc'))).length > 0)
    throw new Error('Data outside of the data folder (a tablespace) is not backed up here.')
  await client.query(`select pg_create_physical_replication_slot('onhand_backup', true, true)`)
  await client.query(`select pg_backup_start('onhand', true)`)
  await copyTree(cluster, to, (path, name) => !leftOut.test(name) && !emptied.has(dirname(path)))
  const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')
  await writeFile(join(to, 'backup_label'), rows[0]?.labelfile ?? '', { mode: 0o600 })
  await likeIn(join(to, 'backup_label'), cluster)
  await synced(join(to, 'backup_label'))
  await rm(join(to, 'pg_wal'), { recursive: true })
  await copyTree(join(cluster, 'pg_wal'), join(to, 'pg_wal'))
  // While the pictures are copied, the log may be removed again. This also notices a server that restarted meanwhile.
  await client.query(`select pg_drop_replication_slot('onhand_backup')`)
}

type Keep = (path: string, name: string) => boolean

/**
 * With owners and permissions, each file synced to disk. Files removed during the copy (a dropped table) are left out.
 */
async function copyTree(from: string, to: string, keep: Keep = () => true, below = ''): Promise<void> {
  const { mode } = await stat(from)
  await mkdir(to, { mode })
  for (const name of await namesIn(from)) {
    const path = join(below, name)
    if (!keep(path, name)) continue
    const [source, copy] = [join(from, name), join(to, name)]
    try {
      if ((await stat(source)).isDirectory()) await copyTree(source, copy, keep, path)
      else await copyWhole(source, copy)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    }
  }
  await likeIn(to, from)
  await synced(to)
}

async function copyWhole(source: string, copy: string): Promise<void> {
  await copyFile(source, copy)
  await chmod(copy, (await stat(source)).mode)
  await likeIn(copy, source)
  await synced(copy)
}

/** Only root can give files to another user; for anyone else they are their own already. */
async function likeIn(path: string, model: string): Promise<void> {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = await stat(model)
  await chown(path, uid, gid)
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}
