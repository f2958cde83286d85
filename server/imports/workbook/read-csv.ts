import type { FileColumn } from '../../../contract/import-columns.ts'
import type { ImportSheet } from '../../../contract/import-fields.ts'
import { limits } from '../../../contract/limits.ts'
import { trimmed } from '../../../contract/trimmed.ts'
import { type Cell, type SheetRow, type SheetRows, type Sheets } from '../sheets/sheets.ts'
import type { Headings } from '../sheets/tables.ts'
import { recognize, type Recognition, type Recognized } from '../sheets/layouts.ts'
import { tooManyRows } from './count-while-unpacking.ts'
import {
  describeHeadings,
  exampleRows,
  type HeadingRow,
  isListed,
  nameBlanks,
  noColumns,
  notRead,
  takeExamples,
} from './headings.ts'
import { oneSheet } from './one-sheet.ts'
import { headingRowOf, titleRowsMost } from './heading-row.ts'
import { columnsKnown, sheetByColumns } from './sheet-by-columns.ts'
import { unreadable, withColumns } from './unreadable.ts'
import { type Table, tableOf } from './product-table.ts'
import { decodeText } from './decode-text.ts'
import { firstRecords, readRecords } from './csv-records.ts'

const what = 'This file'
const delimiters = [',', ';', '\t', '|']
/** The columns are named near the beginning, so the delimiter is found without reading the entire file. */
const beginning_characters = 200_000

/**
 * Reads a CSV file (RFC 4180, also with semicolons, tabs or bars) as a workbook with one sheet: the one whose columns
 * its first row names, or a row below a title. The other sheets are empty. The delimiter, encoding and sheet are
 * found by the content, and the sheet by the file's name where several fit. Refuses files that fit no sheet, or
 * several.
 */
export function readCsv(file: Buffer, fileName: string, recognition: Recognition): Sheets {
  const { text, isLegacy } = decodeText(file)
  const { body, delimiter, beginning, at } = delimited(text, recognition)
  const raw = beginning[at] ?? unreadable('This file is empty.')
  const below = beginning.slice(at + 1, at + 1 + exampleRows)
  const first = nameBlanks(raw, below, raw.length)
  const table = withColumns(
    () => fileColumns(first, below, recognition.headings.Products),
    () => {
      const sheet = sheetByColumns(
        first,
        fileName,
        recognition,
        (list) => `Rename it to ${list((name) => `${name.toLowerCase()}.csv`)}`,
      )
      const recognized = recognize(recognition, sheet, first)
      tableOf(what, sheet, first, recognized)
      return { sheet, delimiter, at, first, below: below[0], ...recognized }
    },
  )
  const sheets = oneSheet(readRows(body, table), recognition.headings)
  return isLegacy ? { ...sheets, isLegacy } : sheets
}

/** A text, its delimiter, its first rows that aren't blank, and which of them names the columns. */
type Delimited = Readonly<{ body: string; delimiter: string; beginning: string[][]; at: number }>

/** The delimiter is the one that the first line names (`sep=;`, for Excel), or that finds the most headings. */
function delimited(text: string, recognition: Recognition): Delimited {
  const [said, named] = /^sep=(.)\r?\n/i.exec(text) ?? []
  const isSaid = said !== undefined && named !== undefined
  const body = isSaid ? text.slice(said.length) : text
  const known = (cells: readonly string[]) => columnsKnown(cells, recognition)
  const found = (isSaid ? [named] : delimiters).map((delimiter) => {
    const beginning = firstRecords(body.slice(0, beginning_characters), delimiter, titleRowsMost + exampleRows)
    const at = headingRowOf(beginning.slice(0, titleRowsMost), known)
    const cells = beginning[at] ?? []
    return { body, delimiter, beginning, at, known: known(cells).columns, cells: cells.length }
  })
  const [best] = found.toSorted((one, other) => other.known - one.known || other.cells - one.cells)
  return best ?? { body, delimiter: ',', beginning: [], at: 0 }
}

/** What is known of a table before its rows are read: also its headings, and the first row below them. */
type Headed = Recognized &
  Pick<Delimited, 'delimiter' | 'at'> &
  Readonly<{ sheet: ImportSheet; first: readonly string[]; below: readonly string[] | undefined }>

function readRows(text: string, { sheet, delimiter, at, first, below, ...recognized }: Headed): SheetRows {
  const rows: SheetRow[] = []
  let titles = 0
  let headingRow = 0
  let table: Table | null = null
  let width = 0
  readRecords(text, delimiter, (cells, row) => {
    if (!table) {
      if (cells.every((cell) => trimmed(cell) === '') || titles++ < at) return
      table = tableOf(what, sheet, first, recognized)
      width = cells.length
      headingRow = row
      if (!table || !isListed(table.headed, cells, below)) return
    }
    const { headed } = table
    if (rows.length < exampleRows) takeExamples(headed, (column) => cells[column] ?? '')
    const values = readCells(cells, headed.fields)
    const extra = cells.slice(width).some((cell) => trimmed(cell) !== '')
    const found = table.read({
      row,
      values,
      ...(extra && { tooWide: { cells: cells.length, columns: width } }),
      cellOf: (column) => trimmed(cells[column] ?? '') || undefined,
    })
    if (!found || (Object.keys(found.values).length === 0 && !extra)) return
    rows.push(found)
    if (rows.length > limits.importRowsPerSheet) tooManyRows(what)
  })
  const { headed = noColumns, found } = (table as Table | null) ?? {}
  return {
    sheet,
    letters: headed.letters,
    unknownColumns: notRead(headed),
    rows,
    columns: [...headed.columns.values()],
    isFile: true,
    ...found?.(),
    ...(at > 0 && { headingRow }),
    ...(recognized.isChosen && { isChosen: true }),
    ...(delimiter === ';' && { pointMayGroup: true }),
  }
}

/** The headings of a file that fits no sheet, with their examples. */
function fileColumns(head: readonly string[], rows: readonly string[][], headings: Headings): FileColumn[] {
  const headed = describeHeadings(what, head, headings)
  for (const cells of rows) takeExamples(headed, (column) => cells[column] ?? '')
  return [...headed.columns.values()]
}

function readCells(cells: readonly string[], fields: HeadingRow['fields']): Record<string, Cell> {
  const values: Record<string, Cell> = {}
  for (const [column, name] of fields) {
    const text = trimmed(cells[column] ?? '')
    if (text) values[name] = text
  }
  return values
}
