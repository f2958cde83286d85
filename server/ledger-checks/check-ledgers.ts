import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { limits } from '../../contract/limits.ts'
import type { Database } from '../platform/db.ts'
import { beginStatement, type Scope } from '../platform/transaction-settings.ts'
import type { Log } from '../platform/log.ts'
import { isOfTheSchema, readInvariants, type Invariant } from '../../ledger/invariants.ts'
import { sql } from '../platform/sql.ts'
import type { Compared, Found, Result } from './found.ts'
import { isKept } from './keep-result.ts'
import { ruleName } from './rule-name.ts'

/** Any constant: a ledger check holds this lock on its connection, so the lock ends with the connection. */
const lockKey = 4_417_246_804

export type CheckOptions = Readonly<{
  /** Ledgers checked within this time are skipped. */
  withinMs: number
  /** Ends a check immediately, even in the middle of a query. */
  signal?: AbortSignal
  /** After each query, pauses this many times its duration: users' requests come first. */
  rest?: number
  querySeconds?: number
  /** Called after each organization, once its result is stored. */
  onChecked?: (found: Found) => void
}>

/**
 * Runs every invariant over the ledger of every organization that wasn't checked recently, one query at a time, as the
 * app role and read-only. Stores the result for the organization's owner, and logs violations: names and counts, never
 * contents. It repairs nothing. Returns null, having done nothing, while another server does the same.
 */
export async function checkLedgers(db: Database, log: Log, options: CheckOptions): Promise<Found[] | null> {
  const { signal } = options
  const client = await db.connect((options.querySeconds ?? limits.ledgerCheckQuerySeconds) * 1_000)
  const breakOff = () => void cancel(db, client, log)
  signal?.addEventListener('abort', breakOff)
  try {
    return await checkAlone(db, client, log, options)
  } catch (error) {
    if (signal?.aborted) return []
    throw error
  } finally {
    signal?.removeEventListener('abort', breakOff)
    await client.end()
  }
}

async function checkAlone(
  db: Database,
  client: pg.Client,
  log: Log,
  { withinMs, onChecked = () => {}, ...options }: CheckOptions,
): Promise<Found[] | null> {
  const { rows } = await client.query<{ ours: boolean }>('select pg_try_advisory_lock($1) as ours', [lockKey])
  if (!rows[0]?.ours) return null
  // One core at most, however many this database may use for a user's query.
  await client.query(`set max_parallel_workers_per_gather = 0; set timezone = 'UTC'`)
  const due = await client.query<{ org_id: string }>('select org_id from app.ledgers_to_check($1)', [
    `${Math.trunc(withinMs)} milliseconds`,
  ])
  if (due.rows.length === 0) return []

  const invariants = await readInvariants()
  const found: Found[] = []
  for (const org_id of [null, ...due.rows.map((row) => row.org_id)]) {
    const own = invariants.filter(({ name }) => isOfTheSchema(name) === (org_id === null))
    const one = { org_id, ...(await checkOne(client, org_id, own, log, options)) }
    logFound(log, one)
    found.push(one)
    // One whose result can't be stored, because it is being removed for example, doesn't end the check of the others.
    if (org_id !== null && !(await isKept(db, log, org_id, one))) continue
    onChecked(one)
  }
  const wrong = found.filter(({ broken, unfinished }) => broken.length + unfinished.length > 0).length
  log.info({ organizations: due.rows.length, wrong }, 'the ledgers were checked')
  return found
}

async function checkOne(
  client: pg.Client,
  org_id: string | null,
  invariants: readonly Invariant[],
  log: Log,
  options: Omit<CheckOptions, 'withinMs' | 'onChecked'>,
): Promise<Result> {
  const { rest = 1, querySeconds = limits.ledgerCheckQuerySeconds, signal } = options
  const read = async <Row extends pg.QueryResultRow>(text: string, onFailed: (error: QueryError) => void) => {
    const begin = performance.now()
    const row = await readRow<Row>(client, org_id, { text, seconds: querySeconds, onFailed })
    await sleep((performance.now() - begin) * rest, undefined, { signal })
    return row
  }
  const compared =
    org_id === null
      ? null
      : await read<NonNullable<Compared>>(comparedQuery, (error) => logUncounted(log, org_id, error))
  const result: Result = { broken: [], unfinished: [], rules: invariants.map(ruleName), compared }
  for (const invariant of invariants) {
    const rule = ruleName(invariant)
    const found = await read<{ rows: number }>(
      `select count(*)::integer as rows from (\n${invariant.text}\n) broken`,
      (error) => logFailed(log, org_id, rule, error),
    )
    if (!found) result.unfinished.push(rule)
    else if (found.rows > 0) result.broken.push({ rule, rows: found.rows })
  }
  return result
}

const comparedQuery = `select (select count(*) from stock_postings) as posting_count,
  (select count(*) from stock_movements) as movement_count,
  (select coalesce(sum(on_hand), 0) from product_totals) as units_on_hand`

type QueryError = Error & { code?: string }

type Read = Readonly<{ text: string; seconds: number; onFailed: (error: QueryError) => void }>

/**
 * The only row of a query about one organization, as row-level security shows it. Null if there is none: it took too
 * long, or PostgreSQL couldn't read the data. The other rules are checked anyway.
 */
async function readRow<Row extends pg.QueryResultRow>(
  client: pg.Client,
  org_id: string | null,
  { text, seconds, onFailed }: Read,
): Promise<Row | null> {
  const scope: Scope | null = org_id === null ? null : { org_id, user_id: null }
  await client.query(beginStatement(scope, { readOnly: true, statementTimeoutMs: seconds * 1_000 }))
  try {
    return (await client.query<Row>(text)).rows[0] ?? null
  } catch (error) {
    onFailed(error as QueryError)
    return null
  } finally {
    // Throws if the connection is lost: then the entire check is over.
    await client.query('rollback')
  }
}

function logFound(log: Log, { org_id, broken }: Found): void {
  const what = org_id === null ? 'the database is missing safeguards of the ledger' : 'the ledger does not add up'
  for (const { rule, rows } of broken) log.error({ org_id, rule, rows }, what)
}

/** Damaged pages, a full or failing disk: PostgreSQL's messages about these name files and never their content. */
const ofTheMachine = /^(XX|53|58)/

function logFailed(log: Log, org_id: string | null, rule: string, error: QueryError): void {
  const { code = '', message } = error
  if (code === '57014') return log.warn({ org_id, rule }, 'a rule of the ledger could not be checked in time')
  const said = ofTheMachine.test(code) ? { message } : {}
  log.error({ org_id, rule, code, ...said }, 'a rule of the ledger could not be checked')
}

function logUncounted(log: Log, org_id: string, { code = '' }: QueryError): void {
  log.warn({ org_id, code }, 'what the ledger check compares could not be counted')
}

/** PostgreSQL would finish a query even if its client has disconnected. */
async function cancel(db: Database, client: pg.Client, log: Log): Promise<void> {
  const { processID } = client as pg.Client & { processID: number }
  try {
    await db.transaction(null, (tx) => tx.run(sql`select pg_cancel_backend(${processID}::integer)`))
    await client.end()
  } catch (error) {
    log.debug({ err: error }, 'a query of the ledger check could not be cancelled')
  }
}
