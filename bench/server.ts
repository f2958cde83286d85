import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

const projectDir = join(import.meta.dirname, '..')

/**
 * A whole Onhand as people run it (by the launcher, embedded PostgreSQL, durable), in a folder of its own that goes
 * away with it unless it is to be kept.
 */
export type BenchServer = {
  url: string
  /** Of the server itself, which the launcher started. */
  pid: number
  /** Of its PostgreSQL. */
  postmasterPid: number
  /** A new pipelined connection to its database, as the administrator or another role. */
  connect(role?: string): Promise<pg.Client>
  stop(): Promise<void>
}

/**
 * Starts a server on a free port of the loopback interface and waits until it can serve. A folder that is named is
 * kept.
 */
export async function startServer(keptDir?: string): Promise<BenchServer> {
  const port = await freePort()
  const dataDir = keptDir ?? join(tmpdir(), `onhand-bench-${randomBytes(4).toString('hex')}`)
  const child = spawn(process.execPath, ['tools/launch.mjs', 'start'], {
    cwd: projectDir,
    env: {
      ...process.env,
      PORT: String(port),
      HOST: '127.0.0.1',
      ONHAND_DATA: dataDir,
      LOG_LEVEL: 'error',
      AUTH_RATE_SCALE: '1000',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const url = `http://127.0.0.1:${port}`
  await ready(url, child)
  return {
    url,
    pid: await childOf(child.pid ?? 0),
    postmasterPid: Number((await postmasterFile(dataDir))[0]),
    connect: (role = 'postgres') => connect(dataDir, role),
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await ended
      if (!keptDir) await rm(dataDir, { recursive: true, force: true })
    },
  }
}

async function ready(url: string, child: ChildProcess): Promise<void> {
  for (let attempt = 0; attempt < 3_000; attempt++) {
    if (child.exitCode !== null) throw new Error('the server ended before it was ready')
    const answer = await fetch(`${url}/ready`).catch(() => undefined)
    if (answer?.ok) return
    await sleep(200)
  }
  child.kill('SIGTERM')
  throw new Error('the server was not ready within ten minutes')
}

/** PostgreSQL writes its process id, port and socket folder into postmaster.pid (lines 1, 4 and 5). */
async function postmasterFile(dataDir: string): Promise<string[]> {
  return (await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n')
}

async function connect(dataDir: string, user: string): Promise<pg.Client> {
  const lines = await postmasterFile(dataDir)
  const client = new pg.Client({ host: lines[4], port: Number(lines[3]), user, database: 'onhand', pipeline: true })
  await client.connect()
  return client
}

/** The process that another one started; itself where the system does not say (Linux does). */
async function childOf(pid: number): Promise<number> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '')
  return Number(/\d+/.exec(children)?.[0] ?? pid)
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('no free port')
  return address.port
}

/** Resident memory of a process in MB, now. Linux only. */
export async function memoryMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN) / 1024
}
