import { currencies } from '../../../contract/currencies.ts'
import type { FileColumn } from '../../../contract/import-columns.ts'
import type { ImportSheet } from '../../../contract/import-fields.ts'
import { limits } from '../../../contract/limits.ts'
import { trimmed } from '../../../contract/trimmed.ts'
import { excerpt } from '../../platform/excerpt.ts'

/**
 * The content of a parsed cell: a plain value, or a marker: a date, an error, a formula without a saved value, a cell
 * covered by another one (`merged`, by its name) (Excel), a list or an object (JSON).
 */
export type Cell =
  | string
  | number
  | boolean
  | { date: string }
  | { error: string }
  | { formula: string }
  | { other: string }
  | { merged: string }

/**
 * A non-blank row, by the number that Excel shows. Empty cells are left out. `tooWide`: how many cells a row of a CSV
 * file has, and how many the first row has, if it has more: its values are in the wrong columns.
 */
export type SheetRow = {
  row: number
  values: Record<string, Cell>
  /** The names of cells that aren't in their column: where it was blank, another one gave the value. */
  cells?: Record<string, string>
  /** The stock at several locations: each location's index, the cell, and its name if the column doesn't say it. */
  stock?: [location: number, cell: Cell, name?: string][]
  tooWide?: { cells: number; columns: number }
}

/** A parsed sheet: the position of each known column (null for JSON, which has no letters), and the unknown ones. */
export type SheetRows = {
  sheet: ImportSheet
  /** Existing column → its letter in the file. */
  letters: Record<string, string | null>
  unknownColumns: string[]
  rows: SheetRow[]
  /** The locations of stock at several, with the letter of its column. */
  locations?: { name: string; letter: string }[]
  /** What isn't imported as it is in a file of another program. */
  notices?: string[]
  /** Every heading of a file in its order, and the column it is imported as. Missing for JSON and in older files. */
  columns?: FileColumn[]
  /** The row that names the columns, if rows above it (a title, a date) aren't read. */
  headingRow?: number
  /** A person has chosen these columns, now or in an earlier import. */
  isChosen?: true
  /** Its separator (`;`) is used where commas are decimal, so 1.234 may mean 1234. */
  pointMayGroup?: true
  /** What Excel doesn't show of it: the number of its rows, and the letters of its columns. */
  hidden?: { rows: number; columns: string[] }
  /** It is a whole CSV file, which has no sheet that messages could name. */
  isFile?: true
}

/** What messages about a table as a whole call it. */
export function tableName({ sheet, isFile }: Pick<SheetRows, 'sheet' | 'isFile'>): string {
  return isFile ? 'This file' : `The ${sheet} sheet`
}

/**
 * The heading of the problems in a workbook made from such a file: its texts keep their two readings when the fixed
 * workbook is read.
 */
export const pointsHeading = 'problem (points may separate thousands)'

export type SheetKey = 'products' | 'categories' | 'transactions' | 'suppliers' | 'locations'

/** The entire input, from a workbook or from JSON. A missing sheet is null. */
export type Sheets = Record<SheetKey, SheetRows | null> & {
  /** The sheet names of a workbook in which one is missing. */
  named?: string[]
  /** The only sheet that was read of a workbook without one of our names, and the others. */
  chosenSheet?: { name: string; others: string[] }
  /** The file isn't Unicode, and was read as Windows-1252. */
  isLegacy?: true
}

export const noSheets: Readonly<Sheets> = {
  products: null,
  categories: null,
  transactions: null,
  suppliers: null,
  locations: null,
}

/**
 * The key of each sheet in the JSON format, the word for a row in the spec's messages, whether the sheet is optional,
 * and its required columns.
 */
export const sheetKeys = {
  Products: { key: 'products', one: 'product', optional: false, required: ['name', 'sku'] },
  Categories: { key: 'categories', one: 'category', optional: false, required: ['name'] },
  Transactions: {
    key: 'transactions',
    one: 'transaction',
    optional: false,
    required: ['product_id', 'type', 'quantity'],
  },
  Suppliers: { key: 'suppliers', one: 'supplier', optional: true, required: ['name'] },
  Locations: { key: 'locations', one: 'location', optional: true, required: ['name'] },
} as const satisfies Record<ImportSheet, Sheet>

type Sheet = Readonly<{ key: SheetKey; one: string; optional: boolean; required: readonly string[] }>

/** What people write after a heading: an asterisk, a currency. */
const marks = new RegExp(String.raw`(?:[*:.]|\((?:\p{Sc}|${currencies.join('|').toLowerCase()})\))$`, 'u')

/** A heading as people write it (`Stock Quantity`, ` SKU `, `Name *`, `Price ($)`) as a column name. */
export function columnName(heading: string): string {
  const unmarked = excerpt(trimmed(heading), limits.importHeadingCharacters).toLowerCase().replace(marks, '')
  return trimmed(unmarked).replaceAll(/[\s-]+/g, '_')
}

/** The headings of a table's first row, each once: a second `Price` is `Price (2)`. Blank ones stay blank. */
export function uniqueHeadings(cells: readonly (string | undefined)[]): string[] {
  const seen = new Map<string, number>()
  return Array.from(cells, (cell) => {
    const heading = excerpt(trimmed(cell ?? ''), limits.importHeadingCharacters)
    if (heading === '') return ''
    const count = (seen.get(columnName(heading)) ?? 0) + 1
    seen.set(columnName(heading), count)
    return count === 1 ? heading : `${heading} (${count})`
  })
}
