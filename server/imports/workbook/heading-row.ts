import { trimmed } from '../../../contract/trimmed.ts'

/** Headings are looked for in so many rows that aren't blank: exports begin with a title, a date, the filters. */
export const titleRowsMost = 20

/**
 * The position of the row that names a table's columns, among its first rows that aren't blank: the one with the most
 * known columns. A later row needs two of them, because a value may happen to be called like a column. If no row has
 * known columns, it is the first that is about as full as the others: a title fills one or two cells.
 */
export function headingRowOf(
  rows: readonly (readonly string[])[],
  known: (cells: readonly string[]) => number,
): number {
  const counts = rows.map(known)
  const most = Math.max(0, ...counts)
  const best = counts.indexOf(most)
  if (most > 1 || (most > 0 && best === 0)) return best
  const filled = rows.map((cells) => cells.filter((cell) => trimmed(cell) !== '').length)
  return Math.max(
    0,
    filled.findIndex((cells) => cells * 2 >= Math.max(...filled)),
  )
}
