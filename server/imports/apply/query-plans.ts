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
