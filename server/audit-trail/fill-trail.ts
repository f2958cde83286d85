import type { Database } from '../platform/db.ts'
import { sql } from '../platform/sql.ts'

const rowsAtOnce = 2_000

/** Adds descriptions to audit rows of an earlier version, in batches, until none is left or the server stops. */
export async function fillTrail(db: Database, isOver: () => boolean = () => false): Promise<number> {
  let filled = 0
  while (!isOver()) {
    const { rows } = await db.transaction(null, (tx) =>
      tx.one(sql<{ rows: number }>`select app.fill_audit_trail(${rowsAtOnce}) as rows`),
    )
    filled += rows
    if (rows === 0) break
  }
  return filled
}
