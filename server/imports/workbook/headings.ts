import { utils } from '@e965/xlsx'
import type { FileColumn } from '../../../contract/import-columns.ts'
import { limits } from '../../../contract/limits.ts'
import { trimmed } from '../../../contract/trimmed.ts'
import { shortened } from '../../platform/excerpt.ts'
import type { Recognized } from '../sheets/layouts.ts'
import { columnName, uniqueHeadings } from '../sheets/sheets.ts'
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
export const noColumns: HeadingRow = {
  letters: {},
  fields: new Map(),
  unknownColumns: [],
  columns: new Map(),
}

/**
 * Reads the row that names the columns; null if it is blank. A heading that is a column's own name precedes other
 * headings for it, which then count as unknown. Refuses too many columns, and a column that is there twice. `what`
 * begins these messages (`The Products sheet`).
 */
export function readHeadings(
  what: string,
  row: readonly (string | undefined)[],
  { headings, isChosen }: Recognized,
): HeadingRow | null {
  const unique = uniqueHeadings(row)
  const fields = new Map<number, string>()
  const columns = new Map<number, FileColumn>()
  const found: HeadingRow = { letters: {}, fields, unknownColumns: [], columns }
  // A chosen heading is one of the table; a known name is every heading with it.
  const nameOf = (column: number) => columnName((isChosen ? unique : row)[column] ?? '')
  const own = new Set<string>()
  unique.forEach((heading, column) => {
    if (heading === '') return
    if (!isChosen && headings.get(nameOf(column)) === nameOf(column)) own.add(nameOf(column))
    columns.set(column, { heading, example: null, column: null })
    if (columns.size > limits.importColumns) unreadable(`${what} has more than ${limits.importColumns} columns.`)
  })
  for (const [column, named] of columns) {
    const name = headings.get(nameOf(column))
    if (name === undefined || (own.has(name) && nameOf(column) !== name)) {
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

/**
 * The headings of a table that isn't read, for a person to choose what they are, with what their names say as far as
 * that is clear.
 */
export function describeHeadings(what: string, row: readonly (string | undefined)[], headings: Headings): HeadingRow {
  const described = readHeadings(what, row, { headings: new Map(), isChosen: true }) ?? noColumns
  const taken = new Set<string>()
  for (const [column, named] of described.columns) {
    const name = headings.get(columnName(row[column] ?? ''))
    if (name === undefined || taken.has(name)) continue
    taken.add(name)
    named.column = name
  }
  return described
}

/** An amount or a quantity: `4`, `-3`, `1 234,50`, `€5`, `4.50 USD`. */
const number = /^[+\-−]?\s?(?:\p{Sc}|\p{Lu}{3})?\s?[\d.,'’\s]*\d\s?(?:\p{Sc}|\p{Lu}{3})?$/u

/** What values of these columns look like, and no heading does. */
const values: Readonly<Record<string, RegExp>> = {
  price: number,
  cost_price: number,
  stock_quantity: number,
  min_stock_level: number,
  quantity: number,
  barcode: /^'?\d{6,}$/,
  image: /^https?:/i,
  email: /@/,
}
const year = /^(?:19|20)\d\d$/

/**
 * Whether the row that names the columns is one of the list: a file without headings, where a person chose `4` to be
 * the stock, or `T-1` to be the SKU although `T-2` is below it. A year may be a heading.
 */
export function isListed({ fields }: HeadingRow, texts: readonly string[], below: readonly string[] = []): boolean {
  return [...fields].some(([column, name]) => {
    const [text, next] = [trimmed(texts[column] ?? ''), trimmed(below[column] ?? '')]
    if (name === 'sku' || name === 'product_id') return /\d/.test(text) && shapeOf(text) === shapeOf(next)
    return values[name]?.test(text) === true && !year.test(text)
  })
}

/** `T-17` and `T-4` have the same shape. */
const shapeOf = (code: string) => code.replaceAll(/\d+/g, '0').replaceAll(/\p{L}+/gu, 'a')

/** Takes a row's values as examples of the columns that have none yet. `textOf`: the text of a cell, by its column. */
export function takeExamples({ columns }: HeadingRow, textOf: (column: number) => string): void {
  for (const [column, named] of columns) {
    if (named.example !== null) continue
    const text = shortened(textOf(column), exampleCharacters)
    if (text !== '') named.example = text
  }
}

/**
 * The headings of a table, with names for the columns that have a value in one of the rows below, but no heading:
 * `Column D`. So a person can choose what they are.
 */
export function nameBlanks(head: readonly string[], rows: readonly (readonly string[])[], width: number): string[] {
  let free = limits.importColumns - head.filter(isFilled).length
  return Array.from({ length: width }, (_, column) => {
    const heading = head[column] ?? ''
    if (isFilled(heading) || !rows.some((cells) => isFilled(cells[column] ?? '')) || free-- <= 0) return heading
    return `Column ${utils.encode_col(column)}`
  })
}

const isFilled = (text: string) => trimmed(text) !== ''
