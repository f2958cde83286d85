import type { Tx } from '../platform/db.ts'
import { sql } from '../platform/sql.ts'

/** Rows that were read from some tables: by scans, through indexes, and how many entries and lookups those took. */
type Reads = { scanned: number; fetched: number; entries: number; lookups: number }

/** The response of `read`, and what it read from tables, functions included. */
export async function countReads<T>(
  tx: Tx,
  tables: readonly string[],
  read: () => Promise<T>,
): Promise<Reads & { answer: T }> {
  const before = await readsSoFar(tx, tables)
  const answer = await read()
  const after = await readsSoFar(tx, tables)
  return {
    answer,
    scanned: after.scanned - before.scanned,
    fetched: after.fetched - before.fetched,
    entries: after.entries - before.entries,
    lookups: after.lookups - before.lookups,
  }
}

function readsSoFar(tx: Tx, tables: readonly string[]): Promise<Reads> {
  return tx.one(sql<Reads>`
    select coalesce(sum(seq_tup_read), 0) as scanned, coalesce(sum(idx_tup_fetch), 0) as fetched, coalesce(sum(idx_scan), 0) as lookups,
      coalesce(sum((select sum(pg_stat_get_xact_tuples_returned(i.indexrelid)) from pg_index i where i.indrelid = t.relid)), 0) as entries
    from pg_stat_xact_user_tables t where relname = any (${tables}::text[])`)
}
