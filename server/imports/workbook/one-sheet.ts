import type { ImportSheet } from '../../../contract/import-fields.ts'
import { noSheets, sheetKeys, type SheetRows, type Sheets } from '../sheets/sheets.ts'
import type { Headings } from '../sheets/tables.ts'
import { readHeadings } from './headings.ts'

/** The input of a file that is one table: the other required sheets count as empty, not as missing. */
export function oneSheet(rows: SheetRows, headings: Readonly<Record<ImportSheet, Headings>>): Sheets {
  const sheets: Sheets = { ...noSheets }
  for (const name of Object.keys(headings) as ImportSheet[])
    if (!sheetKeys[name].optional) sheets[sheetKeys[name].key] = emptySheet(name, headings[name])
  sheets[sheetKeys[rows.sheet].key] = rows
  return sheets
}

/** A sheet with its columns and no rows. */
function emptySheet(sheet: ImportSheet, headings: Headings): SheetRows {
  const columns = [...new Set(headings.values())]
  return {
    sheet,
    letters: readHeadings('This file', columns, { headings, isChosen: false })?.letters ?? {},
    unknownColumns: [],
    rows: [],
  }
}
