import { utils } from '@e965/xlsx'
import type { FileColumn } from '../../../contract/import-columns.ts'
import { limits } from '../../../contract/limits.ts'
import { trimmed } from '../../../contract/trimmed.ts'
import { excerpt, shortened } from '../../platform/excerpt.ts'
import { columnName } from '../sheets/sheets.ts'
import type { Headings } from '../sheets/tables.ts'
import { unreadable } from './unreadable.ts'

/** Examples are looked for in so many rows. */
export const exampleRows = 20
const exampleCharacters = 60

/**
 * The known columns of a table by their letters and positions, the headings of the others, and all of them with an
 * example each, by their positions.
 */
export type HeadingRow = Readonly<{
  letters: Record<string, string>
  fields: ReadonlyMap<number, string>
  unknownColumns: string[]
  columns: ReadonlyMap<number, FileColumn>
}>

/** Of a table without any heading. */
export const noColumns: HeadingRow = { letters: {}, fields: new Map(), unknownColumns: [], columns: new Map() }

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
  const fields = new Map<number, string>()
  const columns = new Map<number, FileColumn>()
  const found: HeadingRow = { letters: {}, fields, unknownColumns: [], columns }
  const own = new Set<string>()
  row.forEach((text, column) => {
    if (text === undefined || trimmed(text) === '') return
    const name = columnName(text)
    if (headings.get(name) === name) own.add(name)
    columns.set(column, {
      heading: excerpt(trimmed(text), limits.importHeadingCharacters),
      example: null,
      column: null,
    })
    if (columns.size > limits.importColumns) unreadable(`${what} has more than ${limits.importColumns} columns.`)
  })
  for (const [column, named] of columns) {
    const name = headings.get(columnName(named.heading))
    if (name === undefined || (own.has(name) && columnName(named.heading) !== name)) {
      found.unknownColumns.push(named.heading)
      continue
    }
    const letter = utils.encode_col(column)
    if (found.letters[name]) unreadable(`${what} has the column ${name} twice (${found.letters[name]} and ${letter}).`)
    found.letters[name] = letter
    fields.set(column, name)
    named.column = name
  }
  return columns.size > 0 ? found : null
}

/** Takes a row's values as examples of the columns that have none yet. `textOf`: the text of a cell, by its column. */
export function takeExamples({ columns }: HeadingRow, textOf: (column: number) => string): void {
  for (const [column, named] of columns) {
    if (named.example !== null) continue
    const text = shortened(textOf(column), exampleCharacters)
    if (text !== '') named.example = text
  }
}
