import { longRows } from './half-load.ts'
import { mixedRows } from './mixed.ts'
import { orderRows } from './orders.ts'
import { ownServerRows } from './own-server.ts'
import { postingRows } from './postings.ts'
import { pressureRows } from './pressure.ts'
import { largeReadRows, listRows } from './reads.ts'
import type { Row } from './row.ts'
import { screenRows } from './screens.ts'

/** Every row of the table in the order of measurement: rows that need much data come last. */
export const rows: Row[] = [
  ...postingRows,
  ...orderRows,
  ...listRows,
  ...screenRows,
  ...pressureRows,
  ...mixedRows,
  ...longRows,
  ...largeReadRows,
  ...ownServerRows,
]

/** The rows whose names start with one of the given prefixes; throws if a prefix matches no row. */
export function rowsNamed<Named extends { name: string }>(
  all: readonly Named[],
  beginnings: readonly string[],
): Named[] {
  for (const beginning of beginnings)
    if (!all.some(({ name }) => name.startsWith(beginning)))
      throw new Error(`no row begins with ${beginning}. The rows: ${all.map(({ name }) => name).join(', ')}`)
  return all.filter(({ name }) => beginnings.length === 0 || beginnings.some((beginning) => name.startsWith(beginning)))
}
