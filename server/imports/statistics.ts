import { sql } from 'kysely'
import { limits } from '../../contract/limits.ts'
import type { Tx } from '../platform/db.ts'

/** Refreshes the planner's statistics after a step that wrote many rows; a small one leaves that to autovacuum. */
export async function refreshStatistics(tx: Tx, rows: number): Promise<void> {
  if (rows >= limits.importChunk) await tx.run(sql`select app.refresh_statistics()`)
}
