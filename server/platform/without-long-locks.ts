import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Log } from './log.ts'

/** Statements of running servers wait behind a lock that is waited for: for no longer than this. */
const lockTimeoutMs = 2_000
const pauseMs = 2_000
/** Up to about five minutes, which is longer than an import takes. */
const attempts = 75

/**
 * Runs `work` in one transaction that needs locks on tables while other servers use them. It waits briefly for each
 * lock, and otherwise lets the others continue and starts again, a limited number of times.
 */
export async function withoutLongLocks(client: pg.Client, log: Log, work: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await inTransaction(client, work)
    } catch (error) {
      if (!isLocked(error)) throw error
      if (attempt === attempts)
        throw new Error('Tables stayed locked, so the database could not be upgraded. Stop the other servers first.', {
          cause: error,
        })
      log.warn({ err: error, attempt }, 'a table that must be changed is in use; trying again')
      await sleep(pauseMs)
    }
  }
}

/** A lock that was not granted in time, or a deadlock with a running server. */
function isLocked(error: unknown): boolean {
  const { code, cause } = error as { code?: string; cause?: unknown }
  return code === '55P03' || code === '40P01' || (cause !== undefined && isLocked(cause))
}

async function inTransaction(client: pg.Client, work: () => Promise<void>): Promise<void> {
  await client.query(`begin; set local lock_timeout = ${lockTimeoutMs}`)
  try {
    await work()
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}
