import { readFileSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { limits } from '../contract/limits.ts'
import type { App } from './app.ts'
import { readyDatabase, type ReadyDatabase } from './database.ts'
import { identityConfig } from './identity/config.ts'
import { readConfig, type Config } from './platform/config.ts'
import { openDatabase, type Database } from './platform/db.ts'
import { exit } from './platform/exit.ts'
import { createLog, type Log } from './platform/log.ts'
import { createLogFile } from './platform/log-file.ts'
import { releaseMemory } from './platform/release-memory.ts'
import { loadSecrets } from './platform/secret-key.ts'
import { explainStart } from './platform/start-problems.ts'

const projectDir = join(import.meta.dirname, '..')

const loadApp = () => import('./app.ts')

/** Running services, in the order they started; they stop in reverse order. */
type Running = { ready?: ReadyDatabase; db?: Database; app?: App }

async function start(): Promise<void> {
  const config = readConfig(process.env, projectDir, process.stdout.isTTY)
  // After its terminal was closed, the server still stops properly.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  const logFile = config.logTo === 'file' ? createLogFile((words) => process.stderr.write(`  ${words}\n`)) : null
  const log = logFile ? createLog(config.logLevel, logFile) : createLog(config.logLevel)
  if (logFile) process.stdout.write('\n  Starting Onhand and its database …\n')
  const running: Running = {}
  // From the start: a PostgreSQL that is still starting is stopped as we exit.
  stopOnSignal(running, log)
  try {
    const siteUrl = config.siteUrl ?? `http://localhost:${config.port}`
    // Before the database, so that invalid settings stop a start that would have upgraded it.
    const identity = identityConfig(process.env, config.siteUrl, siteUrl)
    const ready = (running.ready = await readyDatabase(config, log, {
      // The app's code loads while PostgreSQL starts. A failure is reported where they are used.
      onStarting: () => void loadApp().catch(() => {}),
      onTakenOver: () => exit(1),
    }))
    const logPath = logFile?.open(ready.dataDir)
    running.db = openDatabase(ready.connection, log, {
      processors: config.databaseUrl ? undefined : availableParallelism(),
      sqlHash: ready.sqlHash,
    })
    if (!config.siteUrl && (config.mail || !isLocal(config.host)))
      log.warn({ siteUrl }, `links in emails and invitations lead to ${siteUrl}: set SITE_URL`)
    if (!config.outgoing) log.warn('OUTGOING=off: webhooks, push messages, emails and seals are not sent')
    const { buildApp } = await loadApp()
    running.app = await buildApp({
      db: running.db,
      secrets: await loadSecrets(running.db, config.secretKey, ready.dataDir),
      siteUrl,
      identity,
      filesDir: join(ready.dataDir, 'files'),
      trustedProxies: config.trustedProxies,
      log,
      webDir: join(projectDir, 'build/web'),
      databaseFolderId: ready.folderId,
      // Without emails, their library stays unloaded.
      mailer: config.mail && (await import('./platform/mail.ts')).createMailer(config.mail, log),
      seals: config.seals,
      outgoing: config.outgoing,
      groupPosting: config.groupPosting,
      metricsToken: config.metricsToken,
      // Others may serve the same database, behind a proxy. The embedded one has no other server.
      drainMs: config.databaseUrl ? limits.drainMs : 0,
    })
    const address = await running.app.http.listen({ host: config.host, port: config.port })
    if (logPath) announce(config, address, ready.where, logPath)
    else log.info({ address, site_url: siteUrl, data: ready.where, version: version() }, 'Onhand is ready')
    // Otherwise it would be written at the end, which a killed server doesn't reach.
    flushCompileCache()
    releaseMemory()
  } catch (error) {
    await stopAll(running, log)
    throw error
  }
}

/**
 * Open requests may finish for some seconds; the database is always stopped properly, which takes up to 40 s more if it
 * doesn't respond (docs/operations/README.md).
 */
async function stopAll(running: Running, log: Log): Promise<void> {
  const late = Promise.withResolvers<void>()
  const timer = setTimeout(() => {
    log.warn({ seconds: limits.shutdownSeconds }, 'stopping without waiting for the last requests')
    late.resolve()
  }, limits.shutdownSeconds * 1_000)
  await Promise.race([closeServices(running, log), late.promise])
  clearTimeout(timer)
  await running.ready?.stop()
}

async function closeServices({ app, db }: Running, log: Log): Promise<void> {
  try {
    await app?.http.close()
    await db?.close()
  } catch (error) {
    log.error({ err: error }, 'not everything could be closed')
  }
}

function version(): string {
  return (JSON.parse(readFileSync(join(projectDir, 'package.json'), 'utf8')) as { version: string }).version
}

function isLocal(host: string): boolean {
  return host === 'localhost' || host === '::1' || host.startsWith('127.')
}

function announce(config: Config, address: string, where: string, logPath: string): void {
  const open = config.siteUrl ?? address.replace('127.0.0.1', 'localhost').replace('[::1]', 'localhost')
  process.stdout.write(
    `\n  Onhand is ready at ${open}\n  Data is stored in ${where}\n  Log: ${logPath}\n  Press Ctrl-C to stop.\n\n`,
  )
}

/**
 * One Ctrl-C or SIGTERM, or a closed terminal: no new requests, open ones finish, the database stops properly. A second
 * one ends immediately.
 */
function stopOnSignal(running: Running, log: Log): void {
  let stopping = false
  const stop = async (signal: NodeJS.Signals) => {
    if (stopping) exit(130)
    stopping = true
    // Without these two lines, a log couldn't tell an ordered stop from a kill.
    log.info({ signal }, 'Onhand is stopping')
    await stopAll(running, log)
    log.info('Onhand has stopped')
    exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      stop(signal).catch((error: unknown) => {
        process.stderr.write(`Stopping failed: ${String(error)}\n`)
        exit(1)
      })
    })
  }
}

/** In words for people, and as a line of the log if a log collector reads standard output. */
function reportFailure(error: unknown): void {
  const { LOG_TO, LOG_LEVEL } = process.env
  process.stderr.write(`\nOnhand could not start: ${explainStart(error)}\n`)
  if (LOG_LEVEL === 'debug') process.stderr.write(`${(error as Error).stack}\n`)
  const isForPeople = LOG_TO ? LOG_TO === 'file' : process.stdout.isTTY
  if (!isForPeople && LOG_LEVEL !== 'silent')
    createLog('fatal').fatal({ err: error, reason: explainStart(error) }, 'Onhand could not start')
}

start().catch((error: unknown) => {
  reportFailure(error)
  exit(1)
})
