import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { freePort } from '../../tools/shared/free-port.ts'
import { findBinaries } from '../platform/postgres/binaries.ts'
import { serverEnvironment } from '../platform/postgres/cluster.ts'
import { readPostmaster, stopPostmaster } from '../platform/postgres/postmaster.ts'
import { serverUser } from '../platform/postgres/server-user.ts'
import { temporaryFolder } from './temporary-folder.ts'

const debian15 = '/usr/lib/postgresql/15/bin'

/** The programs of the PostgreSQL servers found here: Onhand's own, and the oldest supported one if it is installed. */
export const outsideServers: { name: string; programs: string | null }[] = [
  { name: 'the PostgreSQL that Onhand brings', programs: null },
  ...(existsSync(join(debian15, 'postgres')) ? [{ name: 'PostgreSQL 15', programs: debian15 }] : []),
]

export type OutsidePostgres = {
  /** The address of a database for its superuser `admin`, password included. */
  url(database: string): string
  start(): Promise<void>
  stop(): Promise<void>
}

const password = 'outside secret'

/** A new cluster that was never started: created once for all tests of a file, and copied for each of them. */
export type NewCluster = { programs: string | null; folder: string; remove(): void }

/** Makes a cluster with passwords, for `startOutsidePostgres` to copy. */
export function makeOutsideCluster(programs: string | null): NewCluster {
  const { path: folder, remove } = temporaryFolder('onhand-outside-')
  const { binaries, account } = programsFor(folder, programs)
  const secret = join(folder, 'secret')
  writeFileSync(secret, password, { mode: 0o644 })
  const authentication = ['--auth=scram-sha-256', `--pwfile=${secret}`, '--username=admin']
  execFileSync(
    binaries.initdb,
    ['--pgdata', join(folder, 'cluster'), '--encoding=UTF8', '--locale=C', '--no-sync', ...authentication],
    { ...account, stdio: 'pipe' },
  )
  return { programs, folder, remove }
}

/** The programs and the account they run as, who gets the folder. */
function programsFor(folder: string, programs: string | null) {
  chmodSync(folder, 0o755)
  const user = serverUser(join(folder, 'cluster'))
  const binaries = programs
    ? { initdb: join(programs, 'initdb'), postgres: join(programs, 'postgres') }
    : findBinaries(folder, user)
  if (user) chownSync(folder, user.uid, user.gid)
  return { binaries, account: { cwd: '/', env: serverEnvironment(), ...(user && { uid: user.uid, gid: user.gid }) } }
}

/**
 * A PostgreSQL as a third party would run it: over TCP, with passwords, unrelated to Onhand. Removed when the test is
 * over.
 */
export async function startOutsidePostgres(made: NewCluster): Promise<OutsidePostgres> {
  const { path: folder, remove } = temporaryFolder('onhand-outside-')
  const cluster = join(folder, 'cluster')
  const { binaries, account } = programsFor(folder, made.programs)
  execFileSync('cp', ['-a', join(made.folder, 'cluster'), cluster])
  const port = await freePort()

  async function start() {
    const settings = [`port=${port}`, 'listen_addresses=127.0.0.1', `unix_socket_directories=${folder}`, 'fsync=off']
    const server = spawn(binaries.postgres, ['-D', cluster, ...settings.flatMap((setting) => ['-c', setting])], {
      ...account,
      stdio: 'ignore',
    })
    while (!readPostmaster(cluster)?.ready) {
      if (server.exitCode !== null) throw new Error(`PostgreSQL ended with code ${server.exitCode}.`)
      await sleep(20)
    }
    running = server
  }

  async function stop() {
    const server = running
    running = null
    if (!server?.pid) return
    const ended = once(server, 'exit')
    await stopPostmaster(server.pid)
    await ended
  }

  let running: ReturnType<typeof spawn> | null = null
  await start()
  onTestFinished(async () => {
    await stop()
    remove()
  })
  return {
    url: (database) => `postgresql://admin:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`,
    start,
    stop,
  }
}
