import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../tools/shared/free-port.ts'

const project = join(import.meta.dirname, '../..')

/** A separate server with its own data folder, for journeys that stop it or its database. */
export type Server = Readonly<{
  url: string
  dataFolder: string
  /** Starts it, at the same address each time. */
  start(environment?: Record<string, string>): Promise<void>
  /** Stops it and waits until it has exited. */
  stop(signal?: NodeJS.Signals): Promise<void>
  /** Stops it and removes its folder. */
  remove(): Promise<void>
}>

export async function newServer({ patienceMs = 60_000, parent = tmpdir() } = {}): Promise<Server> {
  const dataFolder = mkdtempSync(join(parent, 'onhand-journey-'))
  // PostgreSQL may run as another user, who must be able to enter the folder.
  chmodSync(dataFolder, 0o711)
  const port = await freePort()
  const url = `http://localhost:${port}`
  let child: ChildProcess | null = null
  const stop = async (signal: NodeJS.Signals = 'SIGTERM') => {
    const ending = child
    child = null
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return
    const gone = once(ending, 'exit')
    ending.kill(signal)
    await gone
  }
  return {
    url,
    dataFolder,
    async start(environment = {}) {
      child = spawn(process.execPath, ['build/server/main.js'], {
        cwd: project,
        env: { ...process.env, ...settings, PORT: String(port), ONHAND_DATA: dataFolder, ...environment },
        stdio: ['ignore', 'ignore', 'pipe'],
      })
      await untilReady(url, child, patienceMs)
    },
    stop,
    async remove() {
      await stop()
      rmSync(dataFolder, { recursive: true, force: true })
    },
  }
}

/**
 * A separate server that was started and stopped once: a first start takes five times as long as later ones. The
 * journeys of a run copy the folder of the first that needed one.
 */
export async function usedServer(): Promise<Server> {
  // Within the folder of the server that all journeys share: in memory if that is, and removed with it.
  const parent = process.env.JOURNEYS_DATA ?? ''
  const server = await newServer({ parent })
  const used = join(parent, 'used')
  if (existsSync(used)) {
    copyFolder(used, server.dataFolder)
    return server
  }
  try {
    await server.start()
    await server.stop()
  } catch (error) {
    await server.remove()
    throw error
  }
  keepAs(used, server.dataFolder)
  return server
}

/** Appears complete or not at all. Of journeys that do this at the same time, the first one's is kept. */
function keepAs(used: string, dataFolder: string): void {
  const copied = `${dataFolder}-copied`
  copyFolder(dataFolder, copied)
  try {
    renameSync(copied, used)
  } catch (error) {
    if (!existsSync(used)) throw error
  }
}

/** With the owners and permissions of all files. */
function copyFolder(from: string, to: string): void {
  mkdirSync(to, { recursive: true })
  execFileSync('cp', ['-a', `${from}/.`, to])
}

const settings = {
  NODE_ENV: 'production',
  HOST: 'localhost',
  LOG_LEVEL: 'fatal',
  // Every person signs up from the same address.
  AUTH_RATE_SCALE: '1000',
  SMTP_URL: '',
  DATABASE_URL: '',
  DATABASE_ADMIN_URL: '',
}

async function untilReady(url: string, child: ChildProcess, patienceMs: number): Promise<void> {
  let said = ''
  child.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const deadline = Date.now() + patienceMs
  while (!(await isReady(url))) {
    if (child.exitCode !== null) throw new Error(`The server ended before it was ready:\n${said}`)
    if (Date.now() > deadline) throw new Error(`The server is not ready after ${patienceMs / 1_000} s:\n${said}`)
    await sleep(50)
  }
}

async function isReady(url: string): Promise<boolean> {
  const response = await fetch(`${url}/ready`).catch(() => null)
  await response?.arrayBuffer()
  return response?.ok ?? false
}
