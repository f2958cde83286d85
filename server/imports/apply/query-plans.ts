import type { Tx } from '../../platform/db.ts'
import { sql } from '../../platform/sql.ts'

/**
 * Makes PostgreSQL plan this transaction's statements for any organization instead of this one, starting now. An import
 * fills an organization that the planner's statistics don't know: planned for it, a foreign-key check reads every row
 * of the organization (any index that begins with it seems as good as the primary key), and time grows quadratically.
 */
export async function preferGenericPlans(tx: Tx): Promise<void> {
  await tx.run(sql`set local plan_cache_mode = force_generic_plan`)
  await discardQueryPlans(tx)
}

/**
 * Makes PostgreSQL replan every statement at its next use, for the tables' size at that time. Takes no lock, and a
 * millisecond per statement.
 */
export async function discardQueryPlans(tx: Tx): Promise<void> {
  await tx.run(sql`discard plans`)
}

/**
 * Analyzes the tables in which the planner doesn't expect this transaction's new rows, and replans. During an import of
 * ten seconds autovacuum runs and finds the tables empty, because the rows aren't committed; from then on every
 * foreign-key check would read all of them. An analysis inside the transaction counts them, and its lock, which only
 * another analysis or a vacuum would wait for, keeps autovacuum away until the commit. A table that is already locked
 * is skipped.
 */
export async function describeNewRows(tx: Tx, org_id: string): Promise<void> {
  const tables = await tx.all(sql<{ name: string }>`select * from app.tables_to_analyze(${org_id}) as name`)
  for (const { name } of tables) await tx.run(sql`select app.analyze_table(${name})`)
  await discardQueryPlans(tx)
}
