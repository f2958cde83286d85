import { trimmed } from '../../../contract/trimmed.ts'

/** Headings are looked for in so many rows that aren't blank: exports begin with a title, a date, the filters. */
export const titleRowsMost = 20

/** How many columns a row names, and whether these are all that a list of products or transactions needs. */
export type Known = Readonly<{ columns: number; isSure: boolean }>

/**
 * The position of the row that names a table's columns, among its first rows that aren't blank: the first that names
 * all required ones, or else the one with the most known columns. A later one needs two of them and no numbers, because
 * values may happen to be called like columns. If no row has known columns, or only a title, it is the first that is
 * about as full as the others: a title fills one or two cells.
 */
export function headingRowOf(rows: readonly (readonly string[])[], known: (cells: readonly string[]) => Known): number {
  const found = rows.map(known)
  const sure = found.findIndex(({ isSure }) => isSure)
  if (sure >= 0) return sure
  const counts = found.map(({ columns }, at) => (at > 0 && hasNumber(rows[at] ?? []) ? 0 : columns))
  const most = Math.max(0, ...counts)
  const best = counts.indexOf(most)
  if (most > 1) return best
  const filled = rows.map((cells) => cells.filter((cell) => trimmed(cell) !== '').length)
  const full = Math.max(
    0,
    filled.findIndex((cells) => cells * 2 >= Math.max(...filled)),
  )
  const isTitle = full > 0 && !hasNumber(rows[full] ?? [])
  return most === 1 && best === 0 && !isTitle ? best : full
}

const hasNumber = (cells: readonly string[]) => cells.some((cell) => /^[^\p{L}\d]*\d[^\p{L}]*$/u.test(cell))
