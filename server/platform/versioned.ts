import type { Tx } from './db.ts'
import { refuse } from './refusal.ts'
import type { Statement } from './sql.ts'

/**
 * Locks one editable record for a save and returns its current state. `query` selects the record with its `version` and
 * ends with `for no key update`: two editors run one after the other, while references to the record (a posting, a
 * foreign key) need not wait. Refuses, in this order: not_found; conflict (requireVersion).
 */
export async function lockVersion<Row extends { version: number }>(
  tx: Tx,
  query: Statement<Row>,
  seen: number,
): Promise<Row> {
  const record = (await tx.maybe(query)) ?? refuse('not_found')
  requireVersion(record, seen)
  return record
}

/**
 * Refuses conflict if the caller edited an older version: `seen`, `present` and the current record, so that the screen
 * can offer to reload or to overwrite. The caller holds the record's lock.
 */
export function requireVersion(record: { version: number }, seen: number): void {
  if (record.version !== seen) refuse('conflict', { seen, present: record.version, record })
}
