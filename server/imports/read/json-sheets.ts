import { importSheets, type ImportSheet } from '../../../contract/import-fields.ts'
import { excerpt } from '../../platform/excerpt.ts'
import {
  columnName,
  noSheets,
  sheetKeys,
  type Cell,
  type SheetRow,
  type SheetRows,
  type SheetKey,
  type Sheets,
} from '../sheets/sheets.ts'
import { sheetColumns, sheetHeadings } from '../sheets/tables.ts'

const unknownColumnsNamed = 50

/**
 * Reads the spec's `{ products, categories, transactions }`, with `suppliers` and `locations`, as if each list were a
 * sheet whose first row has index 0 (row 2). Anything but a list counts as a missing sheet.
 */
export function jsonSheets(input: Partial<Record<SheetKey, unknown>>): Sheets {
  const sheets: Sheets = { ...noSheets }
  for (const sheet of importSheets) {
    const list = input[sheetKeys[sheet].key]
    if (Array.isArray(list)) sheets[sheetKeys[sheet].key] = jsonSheet(sheet, list as unknown[])
  }
  return sheets
}

function jsonSheet(sheet: ImportSheet, list: unknown[]): SheetRows {
  const headings = sheetHeadings[sheet]
  const unknownColumns = new Set<string>()
  const rows = list.map((item, index): SheetRow => {
    const values: Record<string, Cell> = {}
    for (const [field, value] of Object.entries(typeof item === 'object' && item !== null ? item : {})) {
      const name = headings.get(columnName(field))
      if (name === undefined) {
        if (unknownColumns.size < unknownColumnsNamed) unknownColumns.add(excerpt(field, 100))
      } else if (value !== null && value !== undefined && value !== '') {
        // A column's own name precedes other headings for it.
        if (columnName(field) === name || values[name] === undefined) values[name] = jsonCell(value)
      }
    }
    return { row: index + 2, values }
  })
  return {
    sheet,
    letters: Object.fromEntries(Object.keys(sheetColumns[sheet]).map((name) => [name, null])),
    unknownColumns: [...unknownColumns],
    rows,
  }
}

function jsonCell(value: unknown): Cell {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value
  // Without its content, which may be nested as deeply as the body is long.
  return { other: Array.isArray(value) ? '[…]' : '{…}' }
}
