import { utils } from '@e965/xlsx'
import type { FileColumn } from '../../../contract/import-columns.ts'
import { importFieldLabels } from '../../../contract/import-fields.ts'
import { limits } from '../../../contract/limits.ts'
import { trimmed } from '../../../contract/trimmed.ts'
import { shortened } from '../../platform/excerpt.ts'
import type { Recognized } from '../sheets/layouts.ts'
import { columnName, uniqueHeadings } from '../sheets/sheets.ts'
import type { Headings } from '../sheets/tables.ts'
import type { Several } from '../sheets/exports.ts'
import { unreadable } from './unreadable.ts'

/** Examples are looked for in so many rows. */
export const exampleRows = 20
const exampleCharacters = 60

/**
 * The known columns of a table by their letters and positions, other columns for a field that is blank in its own one,
 * the headings of the columns that aren't used, and all of them with an example each, by their positions.
 */
export type HeadingRow = Readonly<{
  letters: Record<string, string>
  fields: Map<number, string>
  alternatives: ReadonlyMap<string, readonly number[]>
  columns: ReadonlyMap<number, FileColumn>
}>

/** Of a table without any heading. */
export const noColumns: HeadingRow = {
  letters: {},
  fields: new Map(),
  alternatives: new Map(),
  columns: new Map(),
}

/** The headings that are reported as not imported. */
export function notRead({ columns }: HeadingRow): string[] {
  return [...columns.values()].flatMap(({ heading, column, used }) =>
    column === null && used === undefined ? [heading] : [],
  )
}

/**
 * Reads the row that names the columns; null if it is blank. A heading that is a column's own name precedes other
 * headings for it, which then count as unknown. Refuses too many columns, and a column that is there twice, unless
 * several may give its field. `what` begins these messages (`The Products sheet`).
 */
export function readHeadings(
  what: string,
  row: readonly (string | undefined)[],
  { headings, isChosen }: Recognized,
  several: Several = {},
): HeadingRow | null {
  const unique = uniqueHeadings(row)
  const columns = new Map<number, FileColumn>()
  unique.forEach((heading, column) => {
    if (heading === '') return
    columns.set(column, { heading, example: null, column: null })
    if (columns.size > limits.importColumns) unreadable(`${what} has more than ${limits.importColumns} columns.`)
  })
  // A chosen heading is one of the table; a known name is every heading with it.
  const nameOf = (column: number) => columnName((isChosen ? unique : row)[column] ?? '')
  const found = { letters: {}, fields: new Map<number, string>(), alternatives: new Map<string, number[]>(), columns }
  const take = takerOf(what, found)
  const named = (name: string) => [...columns.keys()].filter((column) => nameOf(column) === name)
  if (!isChosen)
    for (const [field, names] of Object.entries(several)) {
      const first = names.flatMap(named).find((column) => !found.fields.has(column))
      if (first !== undefined) take(first, field)
    }
  const isTwice = (field: string, column: number) =>
    [...found.fields].some(([taken, name]) => name === field && nameOf(taken) === nameOf(column))
  const own = new Set(isChosen ? [] : [...columns.keys()].map(nameOf).filter((name) => headings.get(name) === name))
  for (const column of columns.keys()) {
    const name = headings.get(nameOf(column))
    if (name === undefined || found.fields.has(column) || (own.has(name) && nameOf(column) !== name)) continue
    const isFurther = several[name] !== undefined && !isChosen && !isTwice(name, column)
    if (!isFurther) take(column, name)
  }
  findAlternatives(found, several, named)
  return columns.size > 0 ? found : null
}

type Found = HeadingRow & { alternatives: Map<string, number[]> }

/** Makes a column a field. */
function takerOf(what: string, { letters, fields, columns }: HeadingRow): (column: number, field: string) => void {
  return (column, field) => {
    const letter = utils.encode_col(column)
    if (letters[field]) unreadable(`${what} has the column ${field} twice (${letters[field]} and ${letter}).`)
    letters[field] = letter
    fields.set(column, field)
    const named = columns.get(column)
    if (named) named.column = field
  }
}

/** Finds the columns that give a field where its own column is blank. A product's name may be its SKU, too. */
function findAlternatives(found: Found, several: Several, named: (name: string) => number[]): void {
  const isSkuToo = (field: string, column: number) => field === 'sku' && found.fields.get(column) === 'name'
  for (const [field, names] of Object.entries(several)) {
    const [own] = [...found.fields].find(([, name]) => name === field) ?? []
    const others = names.flatMap(named).filter((column) => !found.fields.has(column) || isSkuToo(field, column))
    if (others.length === 0 || (own === undefined && field !== 'sku')) continue
    found.alternatives.set(field, others)
    const heading = own === undefined ? undefined : found.columns.get(own)?.heading
    if (own === undefined) found.letters[field] = utils.encode_col(others[0] ?? 0)
    for (const column of others) {
      const other = found.columns.get(column)
      if (other?.column === null) other.used = `${labelOf(field)}, if “${heading}” is blank`
    }
  }
}

const labels: Readonly<Record<string, string>> = importFieldLabels

const labelOf = (field: string) => labels[field] ?? field.toUpperCase()

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
