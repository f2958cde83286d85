import { createHash } from 'node:crypto'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { limits } from '../../contract/limits.ts'
import { isUuid } from './ids.ts'
import type { Log } from './log.ts'
import { refuse } from './refusal.ts'
import type { Statement } from './sql.ts'
import { sqlTypes } from './sql-types.ts'
import { createFairQueue, TooBusy } from './fair-queue.ts'

/**
 * One open transaction. Statements run in the order in which they are sent; every promise is awaited at once
 * (Promise.all for several).
 */
export type Tx = Readonly<{
  /** All rows. */
  all<T>(query: Statement<T>): Promise<T[]>
  /** Exactly one row; anything else is a fault of ours. */
  one<T>(query: Statement<T>): Promise<T>
  /** The only row, or undefined. */
  maybe<T>(query: Statement<T>): Promise<T | undefined>
  /** Runs a statement and answers how many rows it touched. */
  run(query: Statement<unknown>): Promise<number>
  /**
   * Sends a statement whose answer is not needed. It runs in its turn, after those before it and before those that
   * follow, and leaves in one packet with the next one or the commit. When it fails the transaction does, with its
   * error.
   */
  later(query: Statement<unknown>): void
  /**
   * Sets one of our own settings until it is set again or the transaction ends: whose rows are seen, what time it is
   * (app.now), and how many products became low where they aren't told one by one (app.quiet).
   */
  set(setting: 'app.org_id' | 'app.user_id' | 'app.now' | 'app.quiet', value: string): Promise<void>
  /**
   * Shows and accepts only the rows of these locations from here on, or of all (null). Before it is called, or
   * `app.access_check` has read a full member's limit, nothing that is kept at a location can be seen, except by the
   * server itself.
   */
  useLocations(location_ids: readonly string[] | null): Promise<void>
}>

/**
 * For whom a transaction works. `user_id` null is the server itself (jobs), which works with all locations; for a user
 * `app.access_check` says with which, unless it is known already and given here.
 */
export type Scope = { org_id: string; user_id: string | null; locations?: 'all' | readonly string[] }

export type TransactionOptions = { readOnly?: boolean; statementTimeoutMs?: number; lockTimeoutMs?: number }

export type Database = Readonly<{
  /**
   * Runs `work` in one transaction with the organisation set for row-level security; commits, or rolls back when it
   * throws.
   */
  transaction<T>(scope: Scope | null, work: (tx: Tx) => Promise<T>, options?: TransactionOptions): Promise<T>
  /**
   * A connection of its own outside the pool and without pipelining, for LISTEN, COPY and cursors. The caller ends it.
   * A statement that is not answered some seconds after `statementTimeoutMs` is given up.
   */
  connect(statementTimeoutMs?: number): Promise<pg.Client>
  /** Resolves when no connection of the pool is left; a silent network is not waited for long. */
  close(): Promise<void>
}>

type DatabaseOptions = {
  maxConnections?: number
  /**
   * Multiplies how long a connection, a lock and a statement are waited for. Only tests, which a busy machine must not
   * fail, pass it.
   */
  patience?: number
}

/**
 * Opens a pool of pipelined connections. Nothing is connected before the first transaction. One organisation never has
 * all connections; all that have one leave some to those that have none, whose reads have the last; a free connection
 * goes to the organisation with the fewest. Anyone who gets no connection in time is refused busy.
 */
export function openDatabase(
  connection: pg.ClientConfig,
  log: Log,
  { maxConnections = limits.databaseConnections, patience = 1 }: DatabaseOptions = {},
): Database {
  const waitMs = limits.connectionWaitMs * patience
  const statementTimeoutMs = limits.statementTimeoutMs * patience
  const config: pg.PoolConfig = {
    ...connection,
    types: sqlTypes,
    max: maxConnections,
    pipeline: true,
    connectionTimeoutMillis: waitMs,
    ...alive,
    options: sessionOptions(patience),
  }
  const pool = new pg.Pool(config)
  pool.on('error', (error) => log.warn({ err: error }, 'an idle database connection broke'))
  const open = new Set<Promise<void>>()
  pool.on('connect', (client) => {
    client.on('error', (error) => log.warn({ err: error }, 'a database connection broke'))
    const ended = new Promise<void>((resolve) => {
      client.once('end', () => {
        open.delete(ended)
        resolve()
      })
    })
    open.add(ended)
  })
  const nameOf = statementNames()
  const reserved = Math.min(limits.connectionsForOthers, Math.floor(maxConnections / 2))
  const queue = createFairQueue({
    inAll: maxConnections,
    perKey: maxConnections - reserved,
    reserved,
    waitMs,
    waitingMax: limits.requestsWaiting,
  })

  async function transaction<T>(
    scope: Scope | null,
    work: (tx: Tx) => Promise<T>,
    options: TransactionOptions = {},
  ): Promise<T> {
    const key = scope?.org_id ?? 'the server itself'
    const leave = await queue.enter(key, { priority: options.readOnly ?? false }).catch(tooBusy)
    try {
      return await inTransaction(scope, work, options)
    } finally {
      leave()
    }
  }

  async function inTransaction<T>(
    scope: Scope | null,
    work: (tx: Tx) => Promise<T>,
    options: TransactionOptions,
  ): Promise<T> {
    const timeoutMs = (options.statementTimeoutMs ?? statementTimeoutMs) + frozenAfterMs
    const client = await pool.connect()
    const open: Open = { client, nameOf, timeoutMs, sent: [], over: false, limited: false }
    const { sent } = open
    let broken = true
    try {
      // Not awaited: the first statement of the work follows in the same packet (10.5k/s against 2.9k one by one).
      gatherWrites(client)
      sent.push(heard(client.query(timed(beginStatement(scope, options), timeoutMs))))
      const result = await work(openTx(open))
      open.over = true
      // Nor are those of `later`: COMMIT follows them in the same packet, and is none where one of them failed.
      const commit = heard(client.query(timed('commit', timeoutMs)))
      await allFulfilled([...sent, commit])
      // After a failed statement PostgreSQL answers COMMIT with ROLLBACK and no error.
      if ((await commit).command !== 'COMMIT') throw new Error('the transaction was rolled back at its commit')
      broken = false
      return result
    } catch (error) {
      open.over = true
      broken = !(await rollback(client, timeoutMs))
      // What was sent after a failed statement fails only for that ("current transaction is aborted"): the first one
      // says why.
      if ((error as { code?: string }).code === '25P02') await allFulfilled(sent)
      throw error
    } finally {
      client.release(broken)
    }
  }

  return {
    transaction,
    async connect(ownTimeoutMs = statementTimeoutMs) {
      const client = new pg.Client({
        ...connection,
        types: sqlTypes,
        connectionTimeoutMillis: waitMs,
        query_timeout: ownTimeoutMs + frozenAfterMs,
        ...alive,
      })
      client.on('error', (error) => log.warn({ err: error }, 'a dedicated database connection broke'))
      await client.connect()
      return client
    },
    async close() {
      await pool.end()
      // The pool only says goodbye on each connection: until PostgreSQL has heard it, it would end them itself, as
      // broken ones.
      await Promise.race([Promise.all(open), sleep(goodbyePatienceMs, undefined, { ref: false })])
    },
  }
}

function tooBusy(error: unknown): never {
  if (error instanceof TooBusy) refuse('busy')
  throw error
}

function sessionOptions(patience: number): string {
  return [
    `-c statement_timeout=${limits.statementTimeoutMs * patience}`,
    `-c lock_timeout=${limits.lockTimeoutMs * patience}`,
    `-c idle_in_transaction_session_timeout=${limits.idleInTransactionTimeoutMs}`,
    '-c timezone=UTC',
  ].join(' ')
}

/** What begins a transaction: the organisation for row-level security, and its limits in time. */
export function beginStatement(scope: Scope | null, options: TransactionOptions): string {
  // One statement sees the same data as the next: a list and its count never disagree.
  const parts = [options.readOnly ? 'begin isolation level repeatable read read only' : 'begin']
  if (scope) {
    if (!isUuid(scope.org_id) || (scope.user_id !== null && !isUuid(scope.user_id))) refuse('not_found')
    parts.push(`set local app.org_id = '${scope.org_id}'`, `set local app.user_id = '${scope.user_id ?? ''}'`)
    if (scope.user_id === null || scope.locations === 'all') parts.push("set local app.locations = 'all'")
    else if (scope.locations) parts.push(locationStatements(scope.locations))
  }
  if (options.statementTimeoutMs) parts.push(`set local statement_timeout = ${Math.trunc(options.statementTimeoutMs)}`)
  if (options.lockTimeoutMs) parts.push(`set local lock_timeout = ${Math.trunc(options.lockTimeoutMs)}`)
  return parts.join('; ')
}

async function rollback(client: pg.PoolClient, timeoutMs: number): Promise<boolean> {
  try {
    await client.query(timed('rollback', timeoutMs))
    return true
  } catch {
    // The connection is gone and the transaction with it: the caller destroys the client and throws the first error.
    return false
  }
}

type Open = {
  readonly client: pg.PoolClient
  readonly nameOf: StatementNames
  /** When a statement counts as lost. */
  readonly timeoutMs: number
  /** Every statement, so that none is forgotten at the end. */
  readonly sent: Promise<unknown>[]
  /** Its work is done or has failed: the connection is, or will be, someone else's. */
  over: boolean
  /** It works as `onhand_limited`. */
  limited: boolean
}

/**
 * The transaction as the work sees it. A statement that comes after its end is refused, never sent into the next one on
 * the connection.
 */
function openTx(open: Open): Tx {
  const { client, nameOf, timeoutMs, sent } = open
  const sendText = (text: string, more: Partial<pg.QueryConfig> = {}): Promise<pg.QueryResult> => {
    if (open.over) return heard(Promise.reject(tooLate()))
    gatherWrites(client)
    const result = client.query({ ...timed(text, timeoutMs), ...more })
    sent.push(heard(result))
    return heard(result.catch(afterItsCause))
  }
  const send = (query: Statement<unknown>): Promise<pg.QueryResult> => {
    const { text, values } = query
    return sendText(text, { ...nameOf(text, open.limited), values })
  }
  return {
    all: <R>(query: Statement<R>) => heard(rowsOf<R>(send(query))),
    one: <R>(query: Statement<R>) => heard(rowsOf<R>(send(query)).then(onlyRow)),
    maybe: <R>(query: Statement<R>) =>
      heard(rowsOf<R>(send(query)).then((rows) => (rows.length === 0 ? undefined : onlyRow(rows)))),
    run: (query) => heard(send(query).then((result) => result.rowCount ?? 0)),
    later: (query) => {
      if (open.over) throw tooLate()
      // Its failure is in `sent`, which is looked at before the commit.
      send(query).catch(() => {})
    },
    set: (setting, value) => heard(sendText(`set local ${setting} = '${plainValue(value)}'`).then(() => undefined)),
    useLocations: (location_ids) => {
      open.limited = location_ids !== null
      return heard(sendText(locationStatements(location_ids)).then(() => undefined))
    },
  }
}

/**
 * What follows a failed statement fails only for that ("current transaction is aborted"), often in the same packet. It
 * is heard of once everybody has been told of the first failure: a Promise.all of both answers that one, in the words
 * that its caller gave it.
 */
async function afterItsCause(error: { code?: string }): Promise<never> {
  if (error.code === '25P02') await nextTurn()
  throw error
}

function tooLate(): Error {
  return new Error('a statement came after the end of its transaction')
}

/**
 * What limits a transaction to locations: the ids, a role with the policies that compare them, and a schema whose views
 * stand before the tables that hold sums over all locations (db/limited). A full member keeps the app role, whose
 * statements are planned without any of this.
 */
function locationStatements(location_ids: readonly string[] | null): string {
  if (location_ids === null)
    return "set local role none; set local search_path to default; set local app.locations = 'all'"
  const ids = location_ids.map((id) => (isUuid(id) ? id : refuse('not_found'))).join(',')
  return `set local app.locations = '{${ids}}'; set local role onhand_limited; set local search_path = limited, public`
}

/** SET takes no parameters: only what ids and moments are made of is let through. */
function plainValue(value: string): string {
  if (!/^[\w:.+-]*$/.test(value)) throw new Error('this is no value of a setting')
  return value
}

/**
 * A statement with a timer on this side: a database server that is frozen keeps acknowledging packets, so its own
 * timeouts never fire. When the timer does, the driver breaks the connection off, and with it everything that was sent
 * on it.
 */
function timed(text: string, timeoutMs: number): pg.QueryConfig {
  return { text, query_timeout: timeoutMs } as pg.QueryConfig
}

/** Beyond a statement's own timeout. */
const frozenAfterMs = 5_000

/** How long PostgreSQL may take to hear that a connection is over. */
const goodbyePatienceMs = 2_000

/**
 * A network that swallows everything is noticed on a connection that waits (LISTEN) within half a minute; by default it
 * takes two hours.
 */
const alive = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 }

/**
 * What is sent until the end of this turn leaves with one write. The driver writes each statement by itself, and each
 * write wakes the database's process, which on a busy machine takes this one's processor.
 */
function gatherWrites(client: pg.PoolClient): void {
  const { stream } = client.connection
  if (stream.writableCorked > 0) return
  stream.cork()
  process.nextTick(() => stream.uncork())
}

/** Waits for all, and throws what the first one that failed failed with. */
async function allFulfilled(promises: readonly Promise<unknown>[]): Promise<void> {
  const failed = (await Promise.allSettled(promises)).find((outcome) => outcome.status === 'rejected')
  if (failed) throw failed.reason
}

async function rowsOf<T>(result: Promise<pg.QueryResult>): Promise<T[]> {
  return (await result).rows as T[]
}

function onlyRow<T>(rows: T[]): T {
  const [row] = rows
  if (rows.length !== 1 || row === undefined) throw new Error(`expected one row, got ${rows.length}`)
  return row
}

/** What is sent without waiting must not end the process when it fails: the transaction looks at every outcome. */
function heard<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {})
  return promise
}

const statementNamesMax = 500

type StatementNames = (text: string, limited: boolean) => { name?: string }

/**
 * Statements of the same text are prepared once per connection; beyond a bound (filters make many texts) they are
 * planned each time. Those of limited members have names of their own: they mean other tables, and PostgreSQL would
 * plan them anew at every change of the role.
 */
function statementNames(): StatementNames {
  const names = new Map<string, string>()
  return (text, limited) => {
    const prefix = limited ? 'limited ' : ''
    const known = names.get(text)
    if (known) return { name: prefix + known }
    if (names.size >= statementNamesMax) return {}
    const name = createHash('sha1').update(text).digest('base64url')
    names.set(text, name)
    return { name: prefix + name }
  }
}
