import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from '../../tools/shared/free-port.ts'

const startPatienceMs = 600_000
/** The precision of the measured start time. */
const askingPauseMs = 20
const projectDir = join(import.meta.dirname, '../..')

/**
 * A complete Onhand as people run it (with the launcher, embedded PostgreSQL, durable), in its own folder, which is
 * deleted with it unless it is to be kept.
 */
export type BenchServer = {
  url: string
  /** The process id of the server itself, which the launcher started. */
  pid: number
  /** The process id of its PostgreSQL. */
  postmasterPid: number
  /** From starting the launcher until the server is ready. */
  startedInMs: number
  /** The data folder of its PostgreSQL, and its socket. */
  clusterDir: string
  socketDir: string
  /** A new pipelined connection to its database or another one, as the administrator or another role. */
  connect(role?: string, database?: string): Promise<pg.Client>
  stop(): Promise<void>
}

/**
 * Starts a server on a free port of the loopback interface and waits until it is ready. A folder that is given is kept.
 */
export async function startServer(keptDir?: string, environment: Record<string, string> = {}): Promise<BenchServer> {
  const port = await freePort()
  const dataDir = keptDir ?? join(tmpdir(), `onhand-bench-${randomBytes(4).toString('hex')}`)
  const begin = performance.now()
  const child = spawn(process.execPath, ['tools/launch.mjs', 'start'], {
    cwd: projectDir,
    env: {
      ...process.env,
      PORT: String(port),
      HOST: '127.0.0.1',
      ONHAND_DATA: dataDir,
      LOG_LEVEL: 'error',
      AUTH_RATE_SCALE: '1000',
      ...environment,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const url = `http://127.0.0.1:${port}`
  await ready(url, child)
  const startedInMs = performance.now() - begin
  const [postmasterPid, clusterDir = '', , , socketDir = ''] = await postmasterFile(dataDir)
  return {
    url,
    startedInMs,
    pid: await childOf(child.pid ?? 0),
    postmasterPid: Number(postmasterPid),
    clusterDir,
    socketDir,
    connect: (role = 'postgres', database = 'onhand') => connect(dataDir, role, database),
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await ended
      if (!keptDir) await rm(dataDir, { recursive: true, force: true })
    },
  }
}

async function ready(url: string, child: ChildProcess): Promise<void> {
  const until = performance.now() + startPatienceMs
  while (performance.now() < until) {
    if (child.exitCode !== null) throw new Error('the server ended before it was ready')
    const answer = await fetch(`${url}/ready`).catch(() => undefined)
    if (answer?.ok) return
    await sleep(askingPauseMs)
  }
  child.kill('SIGTERM')
  throw new Error('the server was not ready within ten minutes')
}

/** PostgreSQL writes its process id, data folder, start, port and socket folder into postmaster.pid, in this order. */
async function postmasterFile(dataDir: string): Promise<string[]> {
  return (await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n')
}

async function connect(dataDir: string, user: string, database: string): Promise<pg.Client> {
  const lines = await postmasterFile(dataDir)
  const client = new pg.Client({ host: lines[4], port: Number(lines[3]), user, database, pipeline: true })
  await client.connect()
  return client
}

/** The process that another one started; itself if the system doesn't report it (Linux does). */
async function childOf(pid: number): Promise<number> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '')
  return Number(/\d+/.exec(children)?.[0] ?? pid)
}

/** Resident memory of a process in MB, now. Linux only. */
export async function memoryMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN) / 1024
}

const memoryPauseMs = 50

/** Samples a process's memory until it is stopped. */
export function watchMemory(pid: number): { peakMb: () => number; stop: () => void } {
  let peak = 0
  const watch = setInterval(() => void memoryMb(pid).then((now) => (peak = Math.max(peak, now))), memoryPauseMs)
  return { peakMb: () => peak, stop: () => clearInterval(watch) }
}
