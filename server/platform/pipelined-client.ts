import { setImmediate as nextTick } from 'node:timers/promises'
import type pg from 'pg'
import { plainQuery, rawQuery, type Sent } from './queries.ts'
import type { RawRows } from './raw-rows.ts'

/** Returns whether the connection can be used again. */
export async function rollback(client: pg.PoolClient, timeoutMs: number): Promise<boolean> {
  try {
    await send(client, { text: 'rollback' }, timeoutMs)
    return true
  } catch {
    // The connection is lost and the transaction with it: the caller destroys the client and throws the first error.
    return false
  }
}

/**
 * Statements after a failed one fail only because of it ("current transaction is aborted"), often in the same packet.
 * Their errors are delivered after the first failure: a Promise.all of both rejects with that one, in its caller's
 * words.
 */
export async function afterItsCause(error: { code?: string }): Promise<never> {
  if (error.code === '25P02') await nextTick()
  throw error
}

/**
 * Sends a statement, with a timer on this side: a frozen database server keeps acknowledging packets, so its own
 * timeouts never fire. When the timer fires, the connection is closed, including everything that was sent on it.
 */
export function send(client: pg.PoolClient, sent: Sent, timeoutMs: number): Promise<pg.QueryResult> {
  return answered(client, timeoutMs, (done) => plainQuery(sent, done))
}

/** The same for rows that stay as PostgreSQL sends them. */
export function sendRaw(client: pg.PoolClient, sent: Sent, timeoutMs: number): Promise<RawRows> {
  return answered(client, timeoutMs, (done) => rawQuery(sent, done))
}

/**
 * The driver's own promise and timer aren't used: with them, results survive V8's young generation (22 of 24 kB for 21
 * products, 1 without), and collecting them later takes a quarter of the processor time of a list.
 */
function answered<T>(
  client: pg.PoolClient,
  timeoutMs: number,
  make: (done: (error: Error | null, result: T) => void) => pg.Query,
): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(new Error('Query read timeout'))
      client.connection.stream.destroy()
    }, timeoutMs)
    const done = (error: Error | null, result: T) => {
      clearTimeout(timer)
      if (error) reject(error)
      else resolve(result)
    }
    client.query(make(done))
  }).catch((error: Error) => {
    // Leads back to the caller rather than to the socket.
    Error.captureStackTrace(error)
    throw error
  })
}

/**
 * A network that drops everything is noticed on a waiting connection (LISTEN) within half a minute; the default is two
 * hours.
 */
export const alive = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 }

/** Beyond a statement's own timeout. */
export const frozenAfterMs = 5_000

/**
 * Everything sent in this iteration of the event loop is sent with one write. The driver writes each statement
 * separately, and each write wakes the database's process, which takes this one's processor on a busy machine.
 */
export function gatherWrites(client: pg.PoolClient): void {
  const { stream } = client.connection
  if (stream.writableCorked > 0) return
  stream.cork()
  process.nextTick(() => stream.uncork())
}

/** Waits for all, and throws the error of the first that failed. */
export async function allFulfilled(promises: readonly Promise<unknown>[]): Promise<void> {
  const failed = (await Promise.allSettled(promises)).find((outcome) => outcome.status === 'rejected')
  if (failed) throw failed.reason
}

/** A statement that isn't awaited must not end the process when it fails: the transaction checks every outcome. */
export function handled<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {})
  return promise
}
