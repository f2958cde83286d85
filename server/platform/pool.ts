import pg from 'pg'
import { limits } from '../../contract/limits.ts'
import type { Log } from './log.ts'
import { lowerPriority } from './postgres/lower-priority.ts'

/**
 * How many connections everyone may use, and how many are reserved (connection-queue.ts). `isOurMachine`: PostgreSQL
 * works on the same processors as this process, which goes before the connections for everyone. The reserved ones keep
 * its priority: those who use little don't wait for a processor behind those who use much (docs/decisions/0125).
 */
type PoolOptions = Readonly<{ common: number; reserved: number; isOurMachine: boolean }>

export type Pools = Readonly<{
  connect(isReserved: boolean): Promise<pg.PoolClient>
  /** How many connections are open. */
  open(): number
  end(): Promise<void>
  /** Resolves when no connection is left. */
  allEnded(): Promise<unknown>
}>

/** Opens connections when they are needed, and keeps them for a while. */
export function openPools(config: pg.PoolConfig, log: Log, { common, reserved, isOurMachine }: PoolOptions): Pools {
  const open = new Set<Promise<void>>()
  const commonPool = poolOf(common, isOurMachine)
  const reservedPool = poolOf(reserved, false)

  function poolOf(max: number, isLowered: boolean): pg.Pool {
    const pool = new pg.Pool({ ...config, max, idleTimeoutMillis: limits.databaseConnectionKeptMs })
    pool.on('error', (error) => log.warn({ err: error }, 'an idle database connection broke'))
    pool.on('connect', (client) => {
      client.on('error', (error) => log.warn({ err: error }, 'a database connection broke'))
      if (isLowered)
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
    return pool
  }

  return {
    connect: (isReserved) => (isReserved ? reservedPool : commonPool).connect(),
    open: () => commonPool.totalCount + reservedPool.totalCount,
    async end() {
      await Promise.all([commonPool.end(), reservedPool.end()])
    },
    allEnded: () => Promise.all(open),
  }
}

/** PostgreSQL's process for a connection, which its types don't mention. */
const processIdOf = (client: pg.PoolClient) => (client as pg.PoolClient & { processID: number }).processID
