import { flushCompileCache } from 'node:module'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { limits } from '../contract/limits.ts'
import { buildApp, type App } from './app.ts'
import { readyDatabase, type ReadyDatabase } from './database.ts'
import { identityConfig } from './identity/config.ts'
import { readConfig, type Config } from './platform/config.ts'
import { openDatabase, type Database } from './platform/db.ts'
import { exit } from './platform/exit.ts'
import { createLog } from './platform/log.ts'
import { createLogFile } from './platform/log-file.ts'
import { releaseMemory } from './platform/release-memory.ts'
import { loadSecrets } from './platform/secret-key.ts'

const projectDir = join(import.meta.dirname, '..')

/** Running services, in the order they started; they stop in reverse order. */
type Running = { ready?: ReadyDatabase; db?: Database; app?: App }

async function start(): Promise<void> {
  const config = readConfig(process.env, projectDir, process.stdout.isTTY)
  const logFile = config.logTo === 'file' ? createLogFile((words) => process.stderr.write(`  ${words}\n`)) : null
  const log = logFile ? createLog(config.logLevel, logFile) : createLog(config.logLevel)
  if (logFile) process.stdout.write('\n  Starting Onhand and its database …\n')
  const running: Running = {}
  // From the start: a PostgreSQL that is still starting is stopped as we exit.
  stopOnSignal(running)
  try {
    const ready = (running.ready = await readyDatabase(config, log))
    const logPath = logFile?.open(ready.dataDir)
    running.db = openDatabase(ready.connection, log, {
      processors: config.databaseUrl ? undefined : availableParallelism(),
    })
    const siteUrl = config.siteUrl ?? `http://localhost:${config.port}`
    if (config.mail && !config.siteUrl) log.warn({ siteUrl }, 'links in emails lead to this address: set SITE_URL')
    running.app = await buildApp({
      db: running.db,
      secrets: await loadSecrets(running.db, config.secretKey, ready.dataDir),
      siteUrl,
      identity: identityConfig(process.env, config.siteUrl, siteUrl),
      filesDir: join(ready.dataDir, 'files'),
      trustedProxies: config.trustedProxies,
      log,
      webDir: join(projectDir, 'build/web'),
      databaseFolderId: ready.folderId,
      // Without emails, their library stays unloaded.
      mailer: config.mail && (await import('./platform/mail.ts')).createMailer(config.mail, log),
      seals: config.seals,
      groupPosting: config.groupPosting,
    })
    const address = await running.app.http.listen({ host: config.host, port: config.port })
    announce(config, address, ready.where, logPath)
    // Otherwise it would be written at the end, which a killed server doesn't reach.
    flushCompileCache()
    releaseMemory()
  } catch (error) {
    await stopAll(running)
    throw error
  }
}

async function stopAll({ app, db, ready }: Running): Promise<void> {
  await app?.http.close()
  await db?.close()
  await ready?.stop()
}

function announce(config: Config, address: string, where: string, logPath: string | undefined): void {
  const open = config.siteUrl ?? address.replace('127.0.0.1', 'localhost').replace('[::1]', 'localhost')
  const log = logPath ? `  Log: ${logPath}\n` : ''
  process.stdout.write(
    `\n  Onhand is ready at ${open}\n  Data is stored in ${where}\n${log}  Press Ctrl-C to stop.\n\n`,
  )
}

/**
 * One Ctrl-C or SIGTERM: no new requests, open ones finish, the database stops properly. A second one ends immediately.
 */
function stopOnSignal(running: Running): void {
  let stopping = false
  const stop = async () => {
    if (stopping) exit(130)
    stopping = true
    const late = setTimeout(() => exit(1), limits.shutdownSeconds * 1_000)
    await stopAll(running)
    clearTimeout(late)
    exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      stop().catch((error: unknown) => {
        process.stderr.write(`Stopping failed: ${String(error)}\n`)
        exit(1)
      })
    })
  }
}

start().catch((error: unknown) => {
  process.stderr.write(`\nOnhand could not start: ${error instanceof Error ? error.message : String(error)}\n`)
  if (process.env.LOG_LEVEL === 'debug') process.stderr.write(`${(error as Error).stack}\n`)
  exit(1)
})
