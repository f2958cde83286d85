import { Gauge, type Registry } from 'prom-client'
import type { Database, Tx } from '../platform/db.ts'
import type { Log } from '../platform/log.ts'
import { sql } from '../platform/sql.ts'

/**
 * Figures that are in the database, and so are the same on every server that uses it. The returned function reads them.
 * If the database doesn't answer, it removes them, so that none is out of date, and says so in `onhand_database_up`.
 */
export function measureDatabase(registry: Registry, db: Database, log: Log): () => Promise<void> {
  const gauge = <L extends string>(name: string, help: string, labelNames: L[] = []) =>
    new Gauge({ name, help, labelNames, registers: [registry] })
  const up = gauge('onhand_database_up', 'Whether the database answered this scrape.')
  const waiting = gauge('onhand_backlog', 'Waiting work items, by queue.', ['queue'])
  const oldest = gauge('onhand_backlog_oldest_seconds', 'Age of the oldest waiting item, in seconds.', ['queue'])
  const newestCheck = gauge('onhand_ledger_check_newest_timestamp_seconds', 'Time of the most recent ledger check.')
  const oldestCheck = gauge('onhand_ledger_check_oldest_timestamp_seconds', 'Time of the least recent ledger check.')
  const broken = gauge('onhand_ledger_organizations_broken', 'Organizations whose ledger doesn’t add up.')
  const rulesBroken = gauge('onhand_ledger_rules_broken', 'Violated rules, over all ledgers.')
  const unfinished = gauge('onhand_ledger_rules_unfinished', 'Rules that couldn’t be checked, over all ledgers.')

  function forget(): void {
    for (const byQueue of [waiting, oldest]) byQueue.reset()
    for (const figure of [newestCheck, oldestCheck, broken, rulesBroken, unfinished]) figure.remove()
  }

  return async () => {
    try {
      const { backlogs, checks } = await db.transaction(null, read, { readOnly: true })
      forget()
      for (const { queue, count, oldest_seconds } of backlogs) {
        waiting.set({ queue }, count)
        oldest.set({ queue }, oldest_seconds)
      }
      if (checks.newest !== null) newestCheck.set(checks.newest)
      if (checks.oldest !== null) oldestCheck.set(checks.oldest)
      broken.set(checks.organizations_broken)
      rulesBroken.set(checks.rules_broken)
      unfinished.set(checks.rules_unfinished)
      up.set(1)
    } catch (error) {
      log.warn({ err: error }, 'the database’s figures could not be read')
      forget()
      up.set(0)
    }
  }
}

type Backlog = { queue: string; count: number; oldest_seconds: number }

/** Times are seconds since 1970; null if no ledger has been checked yet. */
type Checks = {
  newest: number | null
  oldest: number | null
  organizations_broken: number
  rules_broken: number
  rules_unfinished: number
}

async function read(tx: Tx): Promise<{ backlogs: Backlog[]; checks: Checks }> {
  const [backlogs, checks] = await Promise.all([
    tx.all(sql<Backlog>`select queue, waiting as count, oldest_seconds from app.backlogs()`),
    tx.one(sql<Checks>`
      select extract(epoch from newest)::double precision as newest, extract(epoch from oldest)::double precision as oldest,
        organizations_broken, rules_broken, rules_unfinished
      from app.ledger_check_totals()`),
  ])
  return { backlogs, checks }
}
