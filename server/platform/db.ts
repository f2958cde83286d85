import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { limits } from '../../contract/limits.ts'
import type { Log } from './log.ts'
import type { Sent } from './queries.ts'
import type { RawRows } from './raw-rows.ts'
import type { Statement } from './sql.ts'
import { sqlTypes } from './sql-types.ts'
import { type ConnectionLoad, createConnectionQueue } from './connection-queue.ts'
import { openPools } from './pool.ts'
import {
  type Scope,
  type TransactionOptions,
  beginStatement,
  beginsLimited,
  connectionOptions,
  locationStatements,
  plainValue,
  sessionOptions,
} from './transaction-settings.ts'
import { type StatementNames, statementNames } from './statement-names.ts'
import { isReadOnlyServer, missesSchema, upgradedDatabase } from './transient-errors.ts'
import {
  alive,
  send,
  sendRaw,
  frozenAfterMs,
  gatherWrites,
  allFulfilled,
  handled,
  afterItsCause,
  rollback,
} from './pipelined-client.ts'

/**
 * One open transaction. Statements run in the order in which they are sent; every promise is awaited immediately.
 * Those of one Promise.all travel together (docs/decisions/0095).
 */
export type Tx = Readonly<{
  /** All rows. */
  all<T>(query: Statement<T>): Promise<T[]>
  /** All rows as PostgreSQL sent them, to be written into a response. */
  raw<T>(query: Statement<T>): Promise<RawRows<T>>
  /** Exactly one row; anything else is a bug. */
  one<T>(query: Statement<T>): Promise<T>
  /** The only row, or undefined. */
  maybe<T>(query: Statement<T>): Promise<T | undefined>
  /** Runs a statement and returns how many rows it affected. */
  run(query: Statement<unknown>): Promise<number>
  /**
   * Sends a last statement of the transaction, whose result no one needs: it runs in one packet with the commit. If it
   * fails, the transaction fails with its error. Only other last statements may follow it.
   */
  later(query: Statement<unknown>): void
  /**
   * Sets one of our own settings until it is set again or the transaction ends: whose rows are visible, the current
   * time (app.now), and whether products that become low are counted instead of announced one by one (app.quiet).
   */
  set(setting: 'app.org_id' | 'app.user_id' | 'app.now' | 'app.quiet', value: string): Promise<void>
  /**
   * From here on, shows and accepts only the rows of these locations, or of all (null). Until then, or until
   * `app.access_check` finds a member without a limit, no rows that belong to a location are visible; to the server
   * itself, all are.
   */
  useLocations(location_ids: readonly string[] | null): Promise<void>
}>

export type Database = Readonly<{
  /**
   * Runs `work` in one transaction with the organization set for row-level security; commits, or rolls back if it
   * throws.
   */
  transaction<T>(scope: Scope | null, work: (tx: Tx) => Promise<T>, options?: TransactionOptions): Promise<T>
  /**
   * A separate connection outside the pool and without pipelining, for LISTEN, COPY and cursors. The caller ends it. A
   * statement that isn't answered some seconds after `statementTimeoutMs` is given up.
   */
  connect(statementTimeoutMs?: number): Promise<pg.Client>
  /** How busy its connections are, of how many that are open. */
  load(): ConnectionLoad & { open: number }
  /** Resolves when no connection of the pool is left; doesn't wait long for a silent network. */
  close(): Promise<void>
}>

type DatabaseOptions = {
  maxConnections?: number
  /** How many processors PostgreSQL has, if it is known: it is on this machine. */
  processors?: number
  /** The hash of the SQL files that the database was migrated to: another one tells of an upgrade. */
  sqlHash?: string
  /**
   * Multiplies the timeouts of connections, locks and statements. Only for tests, which a busy machine must not fail.
   */
  patience?: number
}

/**
 * Opens a pool of pipelined connections, which organizations share fairly (connection-queue.ts). Connects at the first
 * transaction. A caller who gets no connection in time is refused busy.
 */
export function openDatabase(
  connection: pg.ClientConfig,
  log: Log,
  { maxConnections = limits.databaseConnections, processors, sqlHash, patience = 1 }: DatabaseOptions = {},
): Database {
  const waitMs = limits.connectionWaitMs * patience
  const statementTimeoutMs = limits.statementTimeoutMs * patience
  const options = connectionOptions
  const config = { ...connection, types: sqlTypes, connectionTimeoutMillis: waitMs, options, ...alive }
  const nameOf = statementNames()
  const queue = createConnectionQueue({ maxConnections, processors, patience })
  const pools = openPools({ ...config, pipeline: true, options: sessionOptions(patience) }, log, {
    common: maxConnections - queue.reserved,
    reserved: queue.reserved,
    isOurMachine: processors !== undefined,
  })

  async function transaction<T>(
    scope: Scope | null,
    work: (tx: Tx) => Promise<T>,
    options: TransactionOptions = {},
  ): Promise<T> {
    const leave = await queue.enter(scope?.org_id, options.readOnly ?? false)
    try {
      const timeoutMs = (options.statementTimeoutMs ?? statementTimeoutMs) + frozenAfterMs
      const begin = beginStatement(scope, options)
      const { readOnly = false } = options
      const limited = beginsLimited(scope)
      const client = await pools.connect(leave.isReserved)
      return await inTransaction({ client, nameOf, timeoutMs, readOnly, limited }, begin, work)
    } catch (error) {
      if (sqlHash !== undefined && missesSchema(error) && (await storedHash()) !== sqlHash)
        throw upgradedDatabase(error)
      throw error
    } finally {
      leave()
    }
  }

  async function storedHash(): Promise<string | undefined> {
    const client = await pools.connect(false)
    try {
      const { rows } = await client.query<{ hash: string }>('select hash from migration.state')
      return rows[0]?.hash
    } finally {
      client.release()
    }
  }

  return {
    transaction,
    async connect(ownTimeoutMs = statementTimeoutMs) {
      const client = new pg.Client({ ...config, query_timeout: ownTimeoutMs + frozenAfterMs })
      client.on('error', (error) => log.warn({ err: error }, 'a dedicated database connection broke'))
      await client.connect()
      return client
    },
    load: () => ({ ...queue.load(), open: pools.open() }),
    async close() {
      await pools.end()
      // The pool only says goodbye on each connection. Until PostgreSQL has read it, it would end them itself, as
      // broken ones.
      await Promise.race([pools.allEnded(), sleep(goodbyePatienceMs, undefined, { ref: false })])
    },
  }
}

/** A connection for one transaction. */
type Connection = Pick<Open, 'client' | 'nameOf' | 'timeoutMs' | 'limited'> & { readOnly: boolean }

/** Begins, runs the work and commits, or rolls back; the connection returns to the pool, or is destroyed. */
async function inTransaction<T>(connection: Connection, begin: string, work: (tx: Tx) => Promise<T>): Promise<T> {
  const { client, timeoutMs, readOnly } = connection
  const open: Open = { ...connection, sent: [], over: false, ending: false }
  const { sent } = open
  let broken = true
  try {
    // Not awaited: the first statement of the work follows in the same packet (10.5k/s against 2.9k one by one).
    gatherWrites(client)
    const first = unended.delete(client) ? `commit; ${begin}` : begin
    sent.push(handled(send(client, { text: first }, timeoutMs)))
    const result = await work(openTx(open))
    open.over = true
    if (readOnly) {
      await allFulfilled(sent)
      endSoon(client, timeoutMs)
      broken = false
      return result
    }
    // Nor are those of `later`: COMMIT follows them in the same packet, and rolls back if one of them failed.
    const commit = handled(send(client, { text: 'commit' }, timeoutMs))
    await allFulfilled([...sent, commit])
    // After a failed statement PostgreSQL answers COMMIT with ROLLBACK and no error.
    if ((await commit).command !== 'COMMIT') throw new Error('the transaction was rolled back at its commit')
    broken = false
    return result
  } catch (error) {
    open.over = true
    // A connection to a standby is closed: after a failover the same address leads to the new primary.
    broken = !(await rollback(client, timeoutMs)) || (isReadOnlyServer(error) && !readOnly)
    // Statements sent after a failed one fail only because of it ("current transaction is aborted"): the first one has
    // the reason.
    if ((error as { code?: string }).code === '25P02') await allFulfilled(sent)
    // Our own mistake, and no outage.
    if (isReadOnlyServer(error) && readOnly) throw new Error('a read-only transaction wrote', { cause: error })
    throw error
  } finally {
    client.release(broken)
  }
}

/** Connections whose last transaction was read-only and hasn't ended yet. */
const unended = new WeakSet<pg.PoolClient>()

/**
 * Ends a read-only transaction: nothing depends on it, so its response doesn't wait for COMMIT, which is sent with the
 * first statement of the next transaction, or alone if none follows in this turn of the event loop. That saves a write,
 * and thus a wake-up of the database's process, for each read of a busy server.
 */
function endSoon(client: pg.PoolClient, timeoutMs: number): void {
  unended.add(client)
  setImmediate(() => {
    // Only the connection can fail here; the pool is then notified.
    if (unended.delete(client)) send(client, { text: 'commit' }, timeoutMs).catch(() => {})
  })
}

type Open = {
  readonly client: pg.PoolClient
  readonly nameOf: StatementNames
  /** When a statement counts as lost. */
  readonly timeoutMs: number
  /** Every statement, so that none is forgotten at the end. */
  readonly sent: Promise<unknown>[]
  /** Its work is done or has failed: the connection belongs, or will belong, to another transaction. */
  over: boolean
  /** A last statement was sent: only others like it may follow. */
  ending: boolean
  /** It works as `onhand_limited`. */
  limited: boolean
}

/**
 * The transaction as the work sees it. A statement after its end is refused, never sent into the next one on the
 * connection.
 */
function openTx(open: Open): Tx {
  const { client, nameOf, timeoutMs, sent } = open
  const sendBy = <R>(how: (client: pg.PoolClient, sent: Sent, timeoutMs: number) => Promise<R>, one: Sent) => {
    if (open.over) return handled(Promise.reject<R>(tooLate()))
    if (open.ending) return handled(Promise.reject<R>(new Error('a statement was sent after a last one (tx.later)')))
    gatherWrites(client)
    const result = how(client, one, timeoutMs)
    sent.push(handled(result))
    return handled(result.catch(afterItsCause))
  }
  const named = ({ text, values }: Statement): Sent => ({ text, values, ...nameOf(text, open.limited) })
  const sendText = (text: string) => sendBy(send, { text })
  const sendQuery = (query: Statement) => sendBy(send, named(query))
  return {
    all: <R>(query: Statement<R>) => handled(rowsOf<R>(sendQuery(query))),
    raw: <R>(query: Statement<R>) => sendBy(sendRaw, named(query)) as Promise<RawRows<R>>,
    one: <R>(query: Statement<R>) => handled(rowsOf<R>(sendQuery(query)).then(onlyRow)),
    maybe: <R>(query: Statement<R>) =>
      handled(rowsOf<R>(sendQuery(query)).then((rows) => (rows.length === 0 ? undefined : onlyRow(rows)))),
    run: (query) => handled(sendQuery(query).then((result) => result.rowCount ?? 0)),
    later: (query) => {
      if (open.over) throw tooLate()
      open.ending = false
      // Its failure is in `sent`, which is checked before the commit.
      sendQuery(query).catch(() => {})
      open.ending = true
    },
    set: (setting, value) => handled(sendText(`set local ${setting} = '${plainValue(value)}'`).then(() => undefined)),
    useLocations: (location_ids) => {
      open.limited = location_ids !== null
      return handled(sendText(locationStatements(location_ids)).then(() => undefined))
    },
  }
}

function tooLate(): Error {
  return new Error('a statement was sent after the end of its transaction')
}

/** How long PostgreSQL may take to notice that a connection is over. */
const goodbyePatienceMs = 2_000

async function rowsOf<T>(result: Promise<pg.QueryResult>): Promise<T[]> {
  return (await result).rows as T[]
}

function onlyRow<T>(rows: T[]): T {
  const [row] = rows
  if (rows.length !== 1 || row === undefined) throw new Error(`expected one row, got ${rows.length}`)
  return row
}
