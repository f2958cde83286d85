import { utils } from '@e965/xlsx'
import { limits } from '../../../contract/limits.ts'
import { trimmed } from '../../../contract/trimmed.ts'
import { excerpt } from '../../platform/excerpt.ts'
import { columnName } from '../sheets/sheets.ts'
import type { Headings } from '../sheets/tables.ts'
import { unreadable } from './unreadable.ts'

/** The known columns of a table, by their letters and positions, and the headings of the others. */
export type HeadingRow = Readonly<{
  letters: Record<string, string>
  fields: ReadonlyMap<number, string>
  unknownColumns: string[]
}>

/** Of a table without any heading. */
export const noColumns: HeadingRow = { letters: {}, fields: new Map(), unknownColumns: [] }

/**
 * Reads the row that names the columns; null if it is blank. A heading that is a column's own name precedes other
 * headings for it, which then count as unknown. Refuses too many columns, and a column that is there twice. `what`
 * begins these messages (`The Products sheet`).
 */
export function readHeadings(
  what: string,
  row: readonly (string | undefined)[],
  headings: Headings,
): HeadingRow | null {
  const found: HeadingRow & { fields: Map<number, string> } = { letters: {}, fields: new Map(), unknownColumns: [] }
  const own = new Set<string>()
  let columns = 0
  row.forEach((text) => {
    if (text === undefined || trimmed(text) === '') return
    const name = columnName(text)
    if (headings.get(name) === name) own.add(name)
    if (++columns > limits.importColumns) unreadable(`${what} has more than ${limits.importColumns} columns.`)
  })
  row.forEach((text, column) => {
    const heading = trimmed(text ?? '')
    if (!heading) return
    const name = headings.get(columnName(heading))
    if (name === undefined || (own.has(name) && columnName(heading) !== name)) {
      found.unknownColumns.push(excerpt(heading, 100))
      return
    }
    const letter = utils.encode_col(column)
    if (found.letters[name]) unreadable(`${what} has the column ${name} twice (${found.letters[name]} and ${letter}).`)
    found.letters[name] = letter
    found.fields.set(column, name)
  })
  return columns > 0 ? found : null
}
