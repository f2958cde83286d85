import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { inject, onTestFinished } from 'vitest'
import { freePort } from '../../tools/shared/free-port.ts'
import { readPostmaster, stopPostmaster } from '../platform/postgres/postmaster.ts'
import { sqlTypes } from '../platform/sql-types.ts'
import { temporaryFolder } from './temporary-folder.ts'
import { copyDataFolder } from './throwaway-cluster.ts'

const projectDir = join(import.meta.dirname, '../..')
const startPatienceMs = 240_000

/** The server as people run it: a separate process, which can be stopped and killed. */
export type ServerProcess = {
  child: ChildProcess
  /** Its output so far. */
  output(): string
  /** Sends the signal and returns how it ended: its exit code, or the signal's name. */
  end(signal: NodeJS.Signals): Promise<number | NodeJS.Signals>
}

/** A server that can be restarted: its port, so that clients find it again, and its data folder. */
export type Installation = {
  url: string
  dataDir: string
  start(environment?: Record<string, string>): Promise<ServerProcess>
  /** The number of the embedded server's process. */
  postgresPid(): number
  /** As the superuser of the embedded server. */
  connect(): Promise<pg.Client>
}

/**
 * Creates an installation in a folder with a space in its name; all of it is ended and removed when the test is over. A
 * server was started and stopped there before, unless `empty` is set: a first start takes five times as long as later
 * ones.
 */
export async function makeInstallation({ empty = false } = {}): Promise<Installation> {
  const folder = temporaryFolder('onhand test ')
  chmodSync(folder.path, 0o755)
  const dataDir = join(folder.path, 'data')
  if (!empty) copyDataFolder(inject('startedBefore'), dataDir)
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const running: ServerProcess[] = []
  onTestFinished(async () => {
    await Promise.all(running.map((server) => server.end('SIGKILL')))
    const left = readPostmaster(join(dataDir, 'postgres'))
    if (left) await stopPostmaster(left.pid)
    folder.remove()
  })
  return {
    url,
    dataDir,
    async start(environment = {}) {
      const server = spawnServer({ PORT: String(port), ONHAND_DATA: dataDir, ...environment })
      running.push(server)
      await waitUntilReady(server)
      return server
    },
    postgresPid: () => readPostmaster(join(dataDir, 'postgres'))!.pid,
    async connect() {
      // Lines 4 and 5 of the lock file are the port and the socket's folder.
      const lines = readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')
      const client = new pg.Client({
        host: lines[4],
        port: Number(lines[3]),
        user: 'postgres',
        database: 'onhand',
        types: sqlTypes,
      })
      client.on('error', () => {}) // The server is killed under it on purpose.
      await client.connect()
      return client
    },
  }
}

function spawnServer(environment: Record<string, string>): ServerProcess {
  const child = spawn(process.execPath, ['server/main.ts'], {
    cwd: projectDir,
    env: {
      ...process.env,
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      AUTH_RATE_SCALE: '1000',
      DATABASE_URL: '',
      DATABASE_ADMIN_URL: '',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const ended = once(child, 'exit').then(([code, signal]) => (signal ?? code) as number | NodeJS.Signals)
  return {
    child,
    output: () => output,
    end(signal) {
      child.kill(signal)
      return ended
    },
  }
}

/** Waits for the server's last line of output. Throws with its entire output if it ends instead. */
async function waitUntilReady(server: ServerProcess): Promise<void> {
  const deadline = Date.now() + startPatienceMs
  while (!server.output().includes('Onhand is ready')) {
    if (server.child.exitCode !== null) throw new Error(`The server ended before it was ready:\n${server.output()}`)
    if (Date.now() > deadline) throw new Error(`The server is not ready after four minutes:\n${server.output()}`)
    await sleep(20)
  }
}

/** The status of `/ready`; 0 if nothing listens. */
export async function readyStatus(url: string): Promise<number> {
  try {
    const response = await fetch(`${url}/ready`)
    await response.arrayBuffer()
    return response.status
  } catch {
    return 0
  }
}
