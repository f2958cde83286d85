import type { Tx } from '../../platform/db.ts'
import { sql } from '../../platform/sql.ts'

/**
 * Has this transaction's statements planned for any organization instead of this one, beginning now. An import fills an
 * organization that the planner's statistics know nothing of: planned for it, a foreign-key check reads every row of
 * the organization (any index that begins with it seems as good as the primary key), and time grows with the square of
 * the rows.
 */
export async function preferGenericPlans(tx: Tx): Promise<void> {
  await tx.run(sql`set local plan_cache_mode = force_generic_plan`)
  await discardQueryPlans(tx)
}

/**
 * Has every statement planned again at its next use, for tables of the size they have by then. Takes no lock, and a
 * millisecond a statement.
 */
export async function discardQueryPlans(tx: Tx): Promise<void> {
  await tx.run(sql`discard plans`)
}
