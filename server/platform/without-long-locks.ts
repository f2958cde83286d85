import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Log } from './log.ts'

/** Statements of running servers wait behind a lock that is waited for: for no longer than this. */
const lockTimeoutMs = 2_000
const pauseMs = 2_000
/** Up to about five minutes, which is longer than an import takes. */
const attempts = 75

/** What every request reads first, to check its access, in this order (`app.api_key_access`, `app.session_access`). */
const firstTables = ['public.api_keys', 'auth.sessions', 'public.members', 'auth.users', 'auth.factors']

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

/**
 * Waits until open requests of running servers have ended; new ones wait, and hold nothing else meanwhile. For work
 * that locks nearly every table: it and the commands of running servers waited for each other's tables, and six clients
 * were enough for a deadlock at each attempt. Not for a migration, which locks few tables, but may work for long.
 */
export async function waitForOpenRequests(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    'select name from unnest($1::text[]) with ordinality as t (name, place) where to_regclass(name) is not null order by place',
    [firstTables],
  )
  if (rows.length === 0) return
  await client.query('set local role onhand_owner')
  await client.query(`lock table ${rows.map(({ name }) => name).join(', ')} in access exclusive mode`)
  await client.query('reset role')
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
