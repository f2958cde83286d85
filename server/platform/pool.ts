import pg from 'pg'
import { limits } from '../../contract/limits.ts'
import type { Log } from './log.ts'
import { lowerPriority } from './postgres/lower-priority.ts'

/**
 * The pool, and a promise that resolves when none of its connections is left. `isOurMachine`: PostgreSQL works on the
 * same processors as this process, which goes first.
 */
export function openPool(config: pg.PoolConfig, log: Log, isOurMachine: boolean) {
  const pool = new pg.Pool({ ...config, idleTimeoutMillis: limits.databaseConnectionKeptMs })
  const open = new Set<Promise<void>>()
  pool.on('error', (error) => log.warn({ err: error }, 'an idle database connection broke'))
  pool.on('connect', (client) => {
    client.on('error', (error) => log.warn({ err: error }, 'a database connection broke'))
    if (isOurMachine)
      lowerPriority(processIdOf(client)).catch((error: unknown) =>
        log.warn({ err: error }, 'the priority of a database process could not be lowered'),
      )
    const ended = new Promise<void>((resolve) => {
      client.once('end', () => {
        open.delete(ended)
        resolve()
      })
    })
    open.add(ended)
  })
  return { pool, allEnded: () => Promise.all(open) }
}

/** PostgreSQL's process for a connection, which its types don't mention. */
const processIdOf = (client: pg.PoolClient) => (client as pg.PoolClient & { processID: number }).processID
