import type { ErrorCode } from '../contract/errors.ts'
import type { Tx } from '../server/platform/db.ts'
import { sql } from '../server/platform/sql.ts'
import type { Poster } from './post-stock.ts'

/**
 * Locks a location and all its levels, in the ledger's order, and ensures that it can be deactivated, hidden or
 * deleted. The caller then writes the location's row in the same transaction, and no posting can slip in between.
 * Refuses not_found, location_is_default, location_not_empty (products and units there), location_has_open_documents.
 */
export async function lockEmptyLocation(tx: Tx, actor: Poster, location_id: string): Promise<void> {
  await tx.run(sql`select kernel.lock_empty_location(${actor.org_id}, ${location_id})`)
}

/** Returns what `lockEmptyLocation` would refuse now, with its numbers, or null. Takes no locks. */
export async function locationProblem(
  tx: Tx,
  actor: Poster,
  location_id: string,
): Promise<{ code: ErrorCode; detail: Record<string, unknown> } | null> {
  const row = await tx.one(sql<{ problem: { code: ErrorCode; detail: Record<string, unknown> } | null }>`
    select kernel.location_problem(${actor.org_id}, ${location_id}) as problem`)
  return row.problem
}

/**
 * Returns whether a location may be closed; locks like `lockEmptyLocation` if it may. Never waits: false if anyone uses
 * the location at this moment.
 */
export async function mayCloseLocation(tx: Tx, actor: Poster, location_id: string): Promise<boolean> {
  const row = await tx.one(
    sql<{ may: boolean }>`select kernel.may_close_location(${actor.org_id}, ${location_id}) as may`,
  )
  return row.may
}

/** Removes the empty level rows of a location that never had stock, so that it can be deleted. */
export function removeUntouchedLevels(tx: Tx, actor: Poster, location_id: string): Promise<number> {
  return tx.run(sql`select kernel.remove_untouched_levels(${actor.org_id}, ${location_id})`)
}
