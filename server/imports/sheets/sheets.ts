import type { ImportSheet } from '../../../contract/import-fields.ts'

/**
 * What a cell holds once the file is read: a plain value, or a mark for what is none: a date, an error, a formula
 * without a saved value, a cell that another one (`merged`, by its name) is merged over (Excel), a list or an object
 * (JSON).
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

/** One row that is not blank, by the number that Excel shows beside it. Empty cells are left out. */
export type SheetRow = { row: number; values: Record<string, Cell> }

/** One sheet as read: where each known column stands (null for JSON, which has no letters), and what was not known. */
export type SheetRows = {
  sheet: ImportSheet
  /** Existing column → its letter in the file. */
  letters: Record<string, string | null>
  unknownColumns: string[]
  rows: SheetRow[]
}

export type SheetKey = 'products' | 'categories' | 'transactions' | 'suppliers' | 'locations'

/** The whole input, from a workbook or from JSON. A missing sheet is null. */
export type Sheets = Record<SheetKey, SheetRows | null> & {
  /** What the sheets of a workbook are called in which one is missing. */
  named?: string[]
}

export const noSheets: Readonly<Sheets> = {
  products: null,
  categories: null,
  transactions: null,
  suppliers: null,
  locations: null,
}

/**
 * The key of each sheet in the JSON form, the word for a row in the spec's sentences, and whether a file may do without
 * it.
 */
export const sheetKeys = {
  Products: { key: 'products', one: 'product', optional: false },
  Categories: { key: 'categories', one: 'category', optional: false },
  Transactions: { key: 'transactions', one: 'transaction', optional: false },
  Suppliers: { key: 'suppliers', one: 'supplier', optional: true },
  Locations: { key: 'locations', one: 'location', optional: true },
} as const satisfies Record<ImportSheet, { key: SheetKey; one: string; optional: boolean }>

/** A heading as people write it (`Stock Quantity`, ` SKU `) as a column name. */
export function columnName(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_')
}
