import { setTimeout as sleep } from 'node:timers/promises'
import { limits } from '../../contract/limits.ts'
import type { Database } from './db.ts'
import type { Log } from './log.ts'
import { sql } from './sql.ts'

export type PlannerStatistics = Readonly<{
  /**
   * Analyzes the tables in which an organization has thousands of rows that PostgreSQL's planner doesn't expect.
   * Resolves when that is done, and at the latest after `waitMs`, while the work continues. Never rejects: autovacuum
   * does the same a minute later.
   */
  refresh(org_id: string): Promise<void>
  /** Starts no other table and waits for the current one. */
  close(): Promise<void>
}>

/** One organization after the other, one table per transaction: no lock is held for longer than one analysis takes. */
export function createPlannerStatistics(
  db: Database,
  log: Log,
  waitMs: number = limits.statisticsWaitMs,
): PlannerStatistics {
  let closed = false
  let running: Promise<void> = Promise.resolve()

  async function analyze(org_id: string): Promise<void> {
    if (closed) return
    const tables = await db.transaction(null, (tx) =>
      tx.all(sql<{ name: string }>`select * from app.tables_to_analyze(${org_id}) as name`),
    )
    for (const { name } of tables) {
      if (closed) return
      await db.transaction(null, (tx) => tx.run(sql`select app.analyze_table(${name})`), {
        statementTimeoutMs: limits.statisticsTableSeconds * 1_000,
      })
    }
  }

  return {
    async refresh(org_id) {
      running = running
        .then(() => analyze(org_id))
        .catch((error: unknown) => log.warn({ err: error, org_id }, 'planner statistics could not be refreshed'))
      await Promise.race([running, sleep(waitMs, undefined, { ref: false })])
    },
    async close() {
      closed = true
      await running
    },
  }
}
