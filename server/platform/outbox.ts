import type { Noun } from '../../contract/endpoint.ts'
import type { Database, Tx } from './db.ts'
import type { Log } from './log.ts'
import { createRetryPauses, type RetryPauses } from './retry-pauses.ts'
import { createSweeper, type Sweeper } from './sweeper.ts'
import { isRetryable } from './transient-errors.ts'
import { sql } from './sql.ts'

/**
 * Does the work of one outbox row in the transaction that claims it, so it happens exactly once; returns which nouns
 * changed. A handler may process other rows with it, unless `alone` is true: something failed, and a failing row must
 * not affect others.
 */
export type OutboxHandler = (
  tx: Tx,
  org_id: string,
  payload: never,
  how: Readonly<{ alone: boolean }>,
) => Promise<readonly Noun[]>

export type Outbox = Sweeper

type OutboxServices = Readonly<{
  pauses: RetryPauses
  db: Database
  /** By the kind of a row. */
  handlers: Record<string, OutboxHandler>
  /** Called with the nouns that a row's work changed, after its commit. */
  published: (org_id: string, nouns: readonly Noun[]) => void
  log: Log
}>

type Row = { id: string; kind: string; payload: unknown }

/**
 * One pass over an organization's rows: those that failed in it, or that are paused because they failed before; after
 * the first failure, rows are processed one by one.
 */
type Pass = { failed: string[]; alone: boolean }

const sweepMs = 1_000
/** The pause after the second failure of a row, doubled by each further one. */
const shortestPauseMs = 2_000
const longestPauseMs = 10 * 60_000
/**
 * Pokes that arrive together are one pass: at thousands of postings a second, one query each would cost more than the
 * work.
 */
const gatherMs = 20

/**
 * Processes what commits left in the outbox: immediately when poked, and by a sweep every second for what a crash left.
 * A row is claimed by deleting it (skip locked, so several servers share the work) and processed in the same
 * transaction. A row that keeps failing is tried less and less often, finally every ten minutes. An organization works
 * for `slotMs`, then it is the next one's turn: to erase the names of a deleted account may take minutes.
 */
export function createOutbox(
  db: Database,
  handlers: Record<string, OutboxHandler>,
  published: (org_id: string, nouns: readonly Noun[]) => void,
  log: Log,
  slotMs = 500,
): Outbox {
  const pauses = createRetryPauses(shortestPauseMs, longestPauseMs)
  const services: OutboxServices = { pauses, db, handlers, published, log }
  return createSweeper({
    sweepMs,
    gatherMs,
    failed: (error) => log.warn({ err: error }, 'the outbox could not be read; the sweep tries again'),
    async work(isClosed) {
      // Kept between the slots of an organization: a row that failed slowly doesn't fill the next one as well.
      const passes = new Map<string, Pass>()
      for (let isCutShort = true; isCutShort && !isClosed();) {
        isCutShort = false
        const waiting = await db.transaction(null, (tx) =>
          tx.all(sql<{ org_id: string }>`select org_id from app.outbox_organizations()`),
        )
        for (const { org_id } of waiting) {
          try {
            const pass = passes.get(org_id) ?? { failed: pauses.paused(), alone: false }
            passes.set(org_id, pass)
            if (await workUntil(performance.now() + slotMs, services, org_id, pass, isClosed)) isCutShort = true
          } catch (error) {
            // One organization's failure must not block the others; the sweep retries it.
            log.warn({ err: error, org_id }, 'work after a commit failed; the sweep tries again')
          }
        }
      }
    },
  })
}

/** Processes an organization's rows; true if its time ended before they did. */
async function workUntil(
  until: number,
  services: OutboxServices,
  org_id: string,
  pass: Pass,
  isClosed: () => boolean,
): Promise<boolean> {
  while (!isClosed()) {
    if (!(await workOffOne(services, org_id, pass))) return false
    if (performance.now() > until) return true
  }
  return false
}

/**
 * Claims and processes the oldest row of an organization that hasn't failed in this pass; false if none is left. A row
 * that fails even alone is left for the next pass, and paused for longer and longer if it fails again; it doesn't block
 * later ones.
 */
async function workOffOne(
  { pauses, db, handlers, published, log }: OutboxServices,
  org_id: string,
  pass: Pass,
): Promise<boolean> {
  let claimed: string | undefined
  for (let attempt = 1; ; attempt++) {
    try {
      const nouns = await db.transaction({ org_id, user_id: null }, async (tx) => {
        const row = await claim(tx, org_id, pass.failed)
        claimed = row?.id
        return row && work(tx, handlers, org_id, row, pass)
      })
      if (claimed !== undefined) pauses.succeeded(claimed)
      if (nouns) published(org_id, nouns)
      return nouns !== undefined
    } catch (error) {
      if (isRetryable(error) && attempt < 5) continue
      if (claimed === undefined) throw error
      if (pass.alone) {
        const pause_seconds = pauses.failed(claimed) / 1_000
        log.warn({ err: error, org_id, row: claimed, pause_seconds }, 'work after a commit failed; trying again later')
        pass.failed.push(claimed)
      }
      pass.alone = true
      return true
    }
  }
}

function claim(tx: Tx, org_id: string, failed: readonly string[]): Promise<Row | undefined> {
  return tx.maybe(sql<Row>`
    delete from outbox
    where org_id = ${org_id} and id = (
      select id from outbox where org_id = ${org_id} and id <> all (${failed}::bigint[]) order by id limit 1 for update skip locked)
    returning id::text as id, kind, payload`)
}

function work(
  tx: Tx,
  handlers: Record<string, OutboxHandler>,
  org_id: string,
  row: Row,
  { alone }: Pass,
): Promise<readonly Noun[]> {
  const handler = handlers[row.kind]
  if (!handler) throw new Error(`no handler for outbox rows of kind ${row.kind}`)
  return handler(tx, org_id, row.payload as never, { alone })
}
