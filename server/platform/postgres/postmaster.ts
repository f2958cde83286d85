import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { findProcess, listProcesses, signal, waitUntilGone } from './processes.ts'

/**
 * How long an orderly shutdown may take before the server is stopped at once (its log then repairs the data at the next
 * start).
 */
const fastShutdown_ms = 30_000

/** A server's process, the folder of its socket and its port, and whether it takes connections. */
type Postmaster = { pid: number; host: string; port: number; ready: boolean }

/** What the running server says of itself in its lock file; null while there is none. */
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
  // The eighth line is the state, the same that pg_ctl waits for.
  return { pid, port: Number(lines[3]), host: lines[4]?.trim() ?? '', ready: lines[7]?.trim() === 'ready' }
}

/**
 * Whether this process is a PostgreSQL server of this very cluster: after a reboot its number may belong to anything.
 */
function serves(pid: number, cluster: string): boolean {
  const args = findProcess(pid)?.args ?? []
  return args.includes(cluster) || args.some((word) => word.includes(`-D ${cluster} `))
}

/** Stops the server: fast shutdown, and after half a minute at once. */
export async function stopPostmaster(pid: number) {
  for (const [name, patience_ms] of [
    ['SIGINT', fastShutdown_ms],
    ['SIGQUIT', 5_000],
    ['SIGKILL', 5_000],
  ] as const) {
    if (!signal(pid, name) || (await waitUntilGone([pid], patience_ms))) return
  }
  throw new Error(`PostgreSQL (process ${pid}) does not stop.`)
}

/**
 * Clears away what an earlier run left behind when it was killed: a server that lived on is stopped in order, processes
 * whose server was killed are ended (they hold its shared memory, and a new server refuses to start beside them), and
 * a lock file that names no server of this cluster is removed.
 */
export async function clearAway(cluster: string, clusterName: string, log: (line: string) => void) {
  const left = readPostmaster(cluster)
  if (left && serves(left.pid, cluster)) {
    log(`A PostgreSQL of an earlier run is still there (process ${left.pid}): stopping it.`)
    await stopPostmaster(left.pid)
  }
  await endOrphans(clusterName)
  const lock = join(cluster, 'postmaster.pid')
  if (existsSync(lock)) rmSync(lock)
}

/** Its processes carry the cluster's name in their titles: `postgres: onhand-1a2b3c: checkpointer`. */
async function endOrphans(clusterName: string) {
  const title = `postgres: ${clusterName}: `
  const orphans = () =>
    listProcesses()
      .filter(({ args }) => args[0]?.startsWith(title))
      .map(({ pid }) => pid)
  for (const [name, patience_ms] of [
    ['SIGQUIT', 5_000],
    ['SIGKILL', 5_000],
  ] as const) {
    const pids = orphans()
    if (pids.length === 0) return
    for (const pid of pids) signal(pid, name)
    await waitUntilGone(pids, patience_ms)
  }
  if (orphans().length > 0) throw new Error(`Processes of an earlier PostgreSQL do not end: ${orphans().join(', ')}.`)
}
