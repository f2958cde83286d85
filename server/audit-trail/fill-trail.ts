import type { Database } from '../platform/db.ts'
import { sql } from '../platform/sql.ts'

const rowsAtOnce = 2_000

/**
 * Gives audit rows that an earlier version wrote the words that people read and search, some at a time, until none is
 * left or the server stops.
 */
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
