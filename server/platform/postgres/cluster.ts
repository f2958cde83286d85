import { type ExecFileOptions, execFile } from 'node:child_process'
import {
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Binaries } from './binaries.ts'
import type { ServerUser } from './server-user.ts'

/** The name of the database superuser. Only the migrator connects as it. */
export const superuser = 'postgres'

/**
 * Creates the cluster's folder if it is missing. It gets its name only after `initdb` has written and synced all of it,
 * so a power cut halfway leaves nothing that looks like a cluster. Refuses a cluster of another major version.
 */
export async function ensureCluster(cluster: string, binaries: Binaries, user: ServerUser | null, durable: boolean) {
  removeUnfinished(cluster)
  if (existsSync(cluster)) return refuseOtherVersion(cluster, binaries.major)
  const unfinished = `${cluster}.unfinished-${process.pid}`
  mkdirSync(unfinished, { mode: 0o700 })
  if (user) chownSync(unfinished, user.uid, user.gid)
  await runToEnd(
    binaries.initdb,
    [
      ['--pgdata', unfinished, '--username', superuser, '--encoding=UTF8'],
      // The builtin locale sorts and folds case the same way on every platform and with every system library.
      ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
      ['--data-checksums', '--auth-local=trust', '--auth-host=reject', '--no-instructions'],
      durable ? [] : ['--no-sync'],
    ].flat(),
    { cwd: '/', env: serverEnvironment(), ...(user && { uid: user.uid, gid: user.gid }) },
  )
  renameSync(unfinished, cluster)
  if (durable) syncFolder(dirname(cluster))
}

/** Leftovers of a killed start. Its `initdb` may still be writing for a moment, hence the retries. */
function removeUnfinished(cluster: string) {
  const prefix = `${basename(cluster)}.unfinished-`
  for (const name of readdirSync(dirname(cluster)).filter((entry) => entry.startsWith(prefix))) {
    rmSync(join(dirname(cluster), name), { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  }
}

/** Runs a program to its end; if we exit before, it is ended too. */
async function runToEnd(program: string, args: string[], options: ExecFileOptions) {
  let end = () => {}
  try {
    await new Promise<void>((resolve, reject) => {
      const child = execFile(program, args, options, (error) => (error ? reject(error) : resolve()))
      end = () => void child.kill('SIGKILL')
      process.on('exit', end)
    })
  } finally {
    process.off('exit', end)
  }
}

/** PostgreSQL gets none of our environment: it may contain secrets, and PG* variables would change what it does. */
export function serverEnvironment(): Record<string, string> {
  return { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }
}

function refuseOtherVersion(cluster: string, major: string) {
  const found = readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim()
  if (found !== major) {
    throw new Error(
      `The data in ${cluster} was written by PostgreSQL ${found}, but this version of Onhand includes PostgreSQL ${major}. ` +
        'Start it with the Onhand version that wrote it, or move the data with pg_dump of that version.',
    )
  }
}

function syncFolder(folder: string) {
  const handle = openSync(folder, 'r')
  fsyncSync(handle)
  closeSync(handle)
}
