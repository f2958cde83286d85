import { join } from 'node:path'
import { pino } from 'pino'
import { limits } from '../contract/limits.ts'
import { buildApp, type App } from './app.ts'
import { readyDatabase, type ReadyDatabase } from './database.ts'
import { identityConfig } from './identity/config.ts'
import { readConfig, type Config } from './platform/config.ts'
import { openDatabase, type Database } from './platform/db.ts'
import { redactedPaths } from './platform/log.ts'

const projectDir = join(import.meta.dirname, '..')

async function start(): Promise<void> {
  const config = readConfig(process.env, projectDir)
  const log = pino({ level: config.logLevel, redact: { paths: redactedPaths, censor: '[not logged]' } })
  const ready = await readyDatabase(config, log)
  const db = openDatabase(ready.connection, log)
  const app = await buildApp({
    db,
    siteUrl: config.siteUrl ?? `http://localhost:${config.port}`,
    identity: identityConfig(process.env, config.siteUrl),
    trustedProxies: config.trustedProxies,
    logger: log,
    webDir: join(projectDir, 'build/web'),
  }).catch((error: unknown) => ready.stop().then(() => Promise.reject(error)))
  stopOnSignal({ app, db, ready })
  const address = await app.http.listen({ host: config.host, port: config.port })
  announce(config, address, ready.where)
}

function announce(config: Config, address: string, where: string): void {
  const open = config.siteUrl ?? address.replace('127.0.0.1', 'localhost').replace('[::1]', 'localhost')
  process.stdout.write(`\n  Onhand is ready at ${open}\n  Its data lives in ${where}\n  Ctrl-C stops it.\n\n`)
}

/** One Ctrl-C or SIGTERM: no new requests, open ones finish, the database stops in order. A second one ends at once. */
function stopOnSignal(running: { app: App; db: Database; ready: ReadyDatabase }): void {
  let stopping = false
  const stop = async () => {
    if (stopping) process.exit(130)
    stopping = true
    const late = setTimeout(() => process.exit(1), limits.shutdownSeconds * 1_000)
    await running.app.http.close()
    await running.db.close()
    await running.ready.stop()
    clearTimeout(late)
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      stop().catch((error: unknown) => {
        process.stderr.write(`Stopping failed: ${String(error)}\n`)
        process.exit(1)
      })
    })
  }
}

start().catch((error: unknown) => {
  process.stderr.write(`\nOnhand could not start: ${error instanceof Error ? error.message : String(error)}\n`)
  if (process.env.LOG_LEVEL === 'debug') process.stderr.write(`${(error as Error).stack}\n`)
  process.exit(1)
})
