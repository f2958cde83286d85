import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { dataFolder } from './data-folder.ts'
import { type Log, silentLog } from './log.ts'
import { type Binaries, findBinaries } from './postgres/binaries.ts'
import { ensureCluster, serverEnvironment, superuser } from './postgres/cluster.ts'
import { limitLog } from './postgres/limit-log.ts'
import { type DataFolderLock, lockDataFolder } from './postgres/lock.ts'
import { clearAway, killPostmaster, outwaitPostmaster, readPostmaster, stopPostmaster } from './postgres/postmaster.ts'
import { type ServerUser, serverUser } from './postgres/server-user.ts'
import { serverSettings } from './postgres/settings.ts'
import { makeSocketFolder, shortHash } from './postgres/socket-folder.ts'

const port = 5432
const startAttempts = 60
const attemptPauseMs = 250
const longestRestartPauseMs = 5_000
const logCheckMs = 60_000

export type EmbeddedPostgres = {
  /** The folder of the server's socket, to pass to a client as its host. */
  readonly host: string
  readonly port: number
  readonly superuser: string
  /** The folder that contains the data (see `dataFolder`). */
  readonly dataDir: string
  /** The server's process; a new one after a crash. */
  readonly pid: number
  /** Ends all sessions and stops the server properly. May be called twice. */
  stop(): Promise<void>
}

export type EmbeddedPostgresOptions = {
  dataDir: string
  /** `false` only for throwaway clusters of tests: nothing is synced to disk. */
  durable?: boolean
  log?: Pick<Log, 'info' | 'error'>
  /** Called while PostgreSQL is starting: time for other work. */
  onStarting?: () => void
  /** Called when another Onhand has taken the folder over and our server was ended: this process should end too. */
  onTakenOver?: () => void
}

/**
 * Starts PostgreSQL on the cluster in `dataDir`, creating the cluster if there is none, and resolves once it accepts
 * connections. While we run, a server that dies is restarted; leftovers of an earlier run that was killed are removed
 * first. Refuses if another Onhand runs on the same folder.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  if (process.platform === 'win32') {
    throw new Error('The embedded PostgreSQL does not run on Windows. Use WSL, or set DATABASE_URL to your own server.')
  }
  const { durable = true, log = silentLog } = options
  const dataDir = dataFolder(options.dataDir)
  const cluster = join(dataDir, 'postgres')
  const name = `onhand-${shortHash(cluster)}`
  const user = serverUser(cluster)
  const ours: { supervisor?: Supervisor } = {}
  const onLost = () => {
    ours.supervisor?.endAtOnce()
    options.onTakenOver?.()
  }
  const lock = await lockDataFolder(dataDir, { log, onLost })
  try {
    const binaries = findBinaries(dataDir, user)
    await outwaitPostmaster(cluster, lock.abandonedBy, (line) => log.info(line))
    await clearAway(cluster, name, (line) => log.info(line))
    await ensureCluster(cluster, binaries, user, durable)
    const supervisor = (ours.supervisor = new Supervisor({
      dataDir,
      cluster,
      name,
      user,
      binaries,
      durable,
      log,
      lock,
    }))
    const started = supervisor.start()
    options.onStarting?.()
    await started
    return supervisor
  } catch (error) {
    lock.release()
    throw error
  }
}

type Setup = {
  dataDir: string
  cluster: string
  name: string
  user: ServerUser | null
  binaries: Binaries
  durable: boolean
  log: Pick<Log, 'info' | 'error'>
  lock: DataFolderLock
}

/** Keeps one server process running. A class, because it has a lifecycle: starting, running, restarting, stopped. */
class Supervisor implements EmbeddedPostgres {
  readonly host: string
  readonly port = port
  readonly superuser = superuser
  readonly dataDir: string
  readonly #setup: Setup
  #server: ChildProcess | null = null
  #restarting: Promise<void> | null = null
  #stopping: Promise<void> | null = null
  #logLimit: NodeJS.Timeout | undefined
  /** A Node process that ends without `stop()`, after an uncaught error for example, takes the server with it. */
  readonly #onExit = () => void this.#server?.kill('SIGINT')

  constructor(setup: Setup) {
    this.#setup = setup
    this.dataDir = setup.dataDir
    this.host = makeSocketFolder(setup.cluster, setup.user)
  }

  get pid(): number {
    return this.#server?.pid ?? 0
  }

  async start() {
    process.on('exit', this.#onExit)
    try {
      await this.#startPatiently()
      this.#logLimit = setInterval(() => this.#limitLog(), logCheckMs).unref()
    } catch (error) {
      process.off('exit', this.#onExit)
      rmSync(this.host, { recursive: true, force: true })
      throw error
    }
  }

  stop(): Promise<void> {
    this.#stopping ??= this.#stop()
    return this.#stopping
  }

  /** Nothing may be written where another server runs: neither the checkpoint of a proper stop nor the lock file. */
  endAtOnce() {
    this.#stopping ??= Promise.resolve()
    if (this.#server && isRunning(this.#server)) killPostmaster(this.pid)
    process.off('exit', this.#onExit)
    clearInterval(this.#logLimit)
    rmSync(this.host, { recursive: true, force: true })
  }

  async #stop() {
    // A restart in progress notices that we are stopping, and is awaited, so that no server starts afterwards.
    await this.#restarting
    if (this.#server && isRunning(this.#server)) await stopPostmaster(this.pid)
    process.off('exit', this.#onExit)
    clearInterval(this.#logLimit)
    rmSync(this.host, { recursive: true, force: true })
    this.#setup.lock.release()
  }

  /** After a kill the first attempts can fail until the last processes of the old server are gone. */
  async #startPatiently() {
    for (let attempt = 1; ; attempt++) {
      if (!this.#setup.lock.isOurs()) throw new Error(`Another Onhand has taken over ${this.dataDir}.`)
      const problem = await this.#startOnce()
      if (problem === null) return
      if (attempt === startAttempts || !isPassing(problem)) {
        throw new Error(`PostgreSQL did not start on ${this.#setup.cluster}:\n${problem}`)
      }
      await sleep(attemptPauseMs)
      await this.#clearAway()
    }
  }

  #clearAway(): Promise<void> {
    return clearAway(this.#setup.cluster, this.#setup.name, (line) => this.#setup.log.info(line))
  }

  /** Resolves with null once the server accepts connections, else with its output before it ended. */
  async #startOnce(): Promise<string | null> {
    const { cluster, user } = this.#setup
    this.#limitLog()
    const logPath = this.#logPath
    const logFile = openSync(logPath, 'a', 0o600)
    const logStart = statSync(logPath).size
    const server = spawn(
      this.#setup.binaries.postgres,
      ['-D', cluster, ...serverSettings({ ...this.#setup, socketFolder: this.host, port })],
      {
        cwd: '/',
        env: serverEnvironment(),
        stdio: ['ignore', logFile, logFile],
        // A session of its own: Ctrl-C in the terminal must reach only us, and we stop the server when the last request
        // is done.
        detached: true,
        ...(user && { uid: user.uid, gid: user.gid }),
      },
    )
    closeSync(logFile)
    this.#server = server
    let spawnError = ''
    server.on('error', (error) => (spawnError = error.message))
    while (isRunning(server) && !spawnError) {
      const postmaster = readPostmaster(cluster)
      if (postmaster?.ready && postmaster.pid === server.pid) {
        server.once('exit', (code, signal) => this.#onServerExit(signal ?? `code ${code}`))
        return null
      }
      await sleep(10)
    }
    return spawnError || readFileSync(logPath).subarray(logStart).toString('utf8').trim()
  }

  #onServerExit(how: string) {
    if (this.#stopping) return
    this.#setup.log.error(`PostgreSQL exited unexpectedly (${how}). Restarting it.`)
    this.#restarting = this.#restart().finally(() => (this.#restarting = null))
  }

  /** Retries as long as we run: a full disk may be cleaned up, and until then requests get 503. */
  async #restart() {
    for (let pauseMs = attemptPauseMs; !this.#stopping; pauseMs = Math.min(pauseMs * 2, longestRestartPauseMs)) {
      if (!this.#setup.lock.isOurs())
        return this.#setup.log.error(`Another Onhand has taken over ${this.dataDir}: PostgreSQL isn’t restarted here.`)
      try {
        await this.#clearAway()
        await this.#startPatiently()
        return this.#setup.log.info(`PostgreSQL is running again (process ${this.pid}).`)
      } catch (error) {
        this.#setup.log.error({ err: error }, 'PostgreSQL could not be restarted')
        await sleep(pauseMs)
      }
    }
  }

  get #logPath(): string {
    return join(this.#setup.dataDir, 'postgres.log')
  }

  #limitLog() {
    try {
      limitLog(this.#logPath)
    } catch (error) {
      this.#setup.log.error({ err: error }, `${this.#logPath} could not be limited to 10 MB`)
    }
  }
}

function isRunning(server: ChildProcess): boolean {
  return server.pid !== undefined && server.exitCode === null && server.signalCode === null
}

/** Problems that waiting solves: processes of a killed server that haven't ended yet. */
function isPassing(problem: string): boolean {
  return /lock file .* already exists|pre-existing shared memory block|another postmaster/i.test(problem)
}
