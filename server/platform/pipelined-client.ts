import { setImmediate as nextTurn } from 'node:timers/promises'
import type pg from 'pg'

/** Answers whether the connection can be used again. */
export async function rollback(client: pg.PoolClient, timeoutMs: number): Promise<boolean> {
  try {
    await client.query(timed('rollback', timeoutMs))
    return true
  } catch {
    // The connection is gone and the transaction with it: the caller destroys the client and throws the first error.
    return false
  }
}

/**
 * What follows a failed statement fails only for that ("current transaction is aborted"), often in the same packet. It
 * is heard of once everybody has been told of the first failure: a Promise.all of both answers that one, in the words
 * that its caller gave it.
 */
export async function afterItsCause(error: { code?: string }): Promise<never> {
  if (error.code === '25P02') await nextTurn()
  throw error
}

/**
 * A statement with a timer on this side: a database server that is frozen keeps acknowledging packets, so its own
 * timeouts never fire. When the timer does, the driver breaks the connection off, and with it everything that was sent
 * on it.
 */
export function timed(text: string, timeoutMs: number): pg.QueryConfig {
  return { text, query_timeout: timeoutMs } as pg.QueryConfig
}

/** Beyond a statement's own timeout. */
export const frozenAfterMs = 5_000

/**
 * What is sent until the end of this turn leaves with one write. The driver writes each statement by itself, and each
 * write wakes the database's process, which on a busy machine takes this one's processor.
 */
export function gatherWrites(client: pg.PoolClient): void {
  const { stream } = client.connection
  if (stream.writableCorked > 0) return
  stream.cork()
  process.nextTick(() => stream.uncork())
}

/** Waits for all, and throws what the first one that failed failed with. */
export async function allFulfilled(promises: readonly Promise<unknown>[]): Promise<void> {
  const failed = (await Promise.allSettled(promises)).find((outcome) => outcome.status === 'rejected')
  if (failed) throw failed.reason
}

/** What is sent without waiting must not end the process when it fails: the transaction looks at every outcome. */
export function handled<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {})
  return promise
}
