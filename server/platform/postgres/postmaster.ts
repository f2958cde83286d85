import { closeSync, existsSync, fsyncSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findProcess, listProcesses } from './find-processes.ts'
import { signal, waitUntilGone } from './processes.ts'

/**
 * How long an orderly shutdown may take before the server is stopped immediately (its log then repairs the data at the
 * next start).
 */
const fastShutdownMs = 30_000

/**
 * PostgreSQL looks at its lock file once a minute, or up to two when it is idle. If the file names another process, it
 * ends at once, and kills processes that are left after five seconds.
 */
const outwaitMs = 130_000
/** No process has this number. */
const noProcess = '0'

/** A server's process, the folder of its socket, its port, and whether it accepts connections. */
type Postmaster = { pid: number; host: string; port: number; ready: boolean }

/** The state in the running server's lock file; null while there is none. */
export function readPostmaster(cluster: string): Postmaster | null {
  let lines: string[]
  try {
    lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
  const pid = Number(lines[0])
  if (!Number.isInteger(pid) || pid <= 0) return null
  // The eighth line is the state that pg_ctl waits for too.
  return { pid, port: Number(lines[3]), host: lines[4]?.trim() ?? '', ready: lines[7]?.trim() === 'ready' }
}

/** Whether this process is a PostgreSQL server of this cluster: after a reboot its number may belong to anything. */
function serves(pid: number, cluster: string): boolean {
  const args = findProcess(pid)?.args ?? []
  return args.includes(cluster) || args.some((word) => word.includes(`-D ${cluster} `))
}

/** The server that runs on this cluster, even if its Onhand was killed; null if there is none. */
export function runningPostmaster(cluster: string): Postmaster | null {
  const postmaster = readPostmaster(cluster)
  return postmaster && serves(postmaster.pid, cluster) ? postmaster : null
}

/** Stops the server: fast shutdown, and after half a minute an immediate one. */
export async function stopPostmaster(pid: number) {
  for (const [name, patienceMs] of [
    ['SIGINT', fastShutdownMs],
    ['SIGQUIT', 5_000],
    ['SIGKILL', 5_000],
  ] as const) {
    if (!signal(pid, name) || (await waitUntilGone([pid], patienceMs))) return
  }
  throw new Error(`PostgreSQL (process ${pid}) didn't stop.`)
}

/**
 * Kills our server with all of its processes. A server that shuts down, however fast, writes to its lock file and
 * removes it: by now the file belongs to another server, which would end without it.
 */
export function killPostmaster(pid: number) {
  // It starts no process while we look for them.
  signal(pid, 'SIGSTOP')
  const children = listProcesses().filter(({ parent }) => parent === pid)
  for (const one of [...children.map((child) => child.pid), pid]) signal(one, 'SIGKILL')
}

/**
 * Ends a server on another computer, which may have survived its Onhand and can't be seen from here: changes its lock
 * file to name no process, and resolves when it must have noticed. A start that is killed meanwhile leaves the changed
 * file, so the next one waits as well.
 */
export async function outwaitPostmaster(
  cluster: string,
  host: string | null,
  log: (line: string) => void,
  waitMs = outwaitMs,
) {
  const path = join(cluster, 'postmaster.pid')
  if (!existsSync(path)) return
  const isUnfinished = readFileSync(path, 'utf8').startsWith(`${noProcess}\n`)
  if (host === null && !isUnfinished) return
  log(
    `PostgreSQL may still be running on ${host ?? 'another computer'}, where its Onhand has ended. ` +
      `Waiting ${waitMs / 1_000} s for it to notice that its lock file (${path}) has changed.`,
  )
  // In place, over the first line: it never names nothing.
  const file = openSync(path, 'r+')
  writeSync(file, `${noProcess}\n`)
  fsyncSync(file)
  closeSync(file)
  await sleep(waitMs)
}

/**
 * Cleans up after an earlier run that was killed: a surviving server is stopped properly, processes whose server was
 * killed are ended (they hold its shared memory, and a new server refuses to start beside them), and a lock file that
 * names no server of this cluster is removed.
 */
export async function clearAway(cluster: string, clusterName: string, log: (line: string) => void) {
  const left = runningPostmaster(cluster)
  if (left) {
    log(`PostgreSQL is still running from an earlier run (process ${left.pid}): stopping it.`)
    await stopPostmaster(left.pid)
  }
  await endOrphans(clusterName)
  const lock = join(cluster, 'postmaster.pid')
  if (existsSync(lock)) rmSync(lock)
}

/** Its processes have the cluster's name in their titles: `postgres: onhand-1a2b3c: checkpointer`. */
async function endOrphans(clusterName: string) {
  const title = `postgres: ${clusterName}: `
  const orphans = () =>
    listProcesses()
      .filter(({ args }) => args[0]?.startsWith(title))
      .map(({ pid }) => pid)
  for (const [name, patienceMs] of [
    ['SIGQUIT', 5_000],
    ['SIGKILL', 5_000],
  ] as const) {
    const pids = orphans()
    if (pids.length === 0) return
    for (const pid of pids) signal(pid, name)
    await waitUntilGone(pids, patienceMs)
  }
  if (orphans().length > 0)
    throw new Error(`Processes of an earlier PostgreSQL could not be ended: ${orphans().join(', ')}.`)
}
