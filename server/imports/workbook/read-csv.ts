import type { FileColumn } from '../../../contract/import-columns.ts'
import type { ImportSheet } from '../../../contract/import-fields.ts'
import { limits } from '../../../contract/limits.ts'
import { trimmed } from '../../../contract/trimmed.ts'
import { type Cell, type SheetRow, type SheetRows, type Sheets } from '../sheets/sheets.ts'
import type { Headings } from '../sheets/tables.ts'
import { possibleSheets, recognize, type Recognition, type Recognized } from '../sheets/layouts.ts'
import { tooManyRows } from './count-while-unpacking.ts'
import { describeHeadings, exampleRows, type HeadingRow, noColumns, readHeadings, takeExamples } from './headings.ts'
import { oneSheet } from './one-sheet.ts'
import { columnsFound, sheetByColumns } from './sheet-by-columns.ts'
import { unreadable, withColumns } from './unreadable.ts'
import { decodeText } from './decode-text.ts'
import { firstRecord, firstRecords, readRecords } from './csv-records.ts'

const what = 'This file'
const delimiters = [',', ';', '\t', '|']
/** The columns are named near the beginning, so the delimiter is found without reading the entire file. */
const beginning_characters = 200_000

/**
 * Reads a CSV file (RFC 4180, also with semicolons, tabs or bars) as a workbook with one sheet: the one whose columns
 * its first row names. The other sheets are empty. The delimiter, encoding and sheet are found by the content, and the
 * sheet by the file's name where several fit. Refuses files that fit no sheet, or several.
 */
export function readCsv(file: Buffer, fileName: string, recognition: Recognition): Sheets {
  const { text, isLegacy } = decodeText(file)
  const { body, delimiter } = delimited(text, recognition)
  const first = firstRecord(body.slice(0, beginning_characters), delimiter) ?? unreadable('This file is empty.')
  const table = withColumns(
    () => fileColumns(body, delimiter, recognition.headings.Products),
    () => {
      const sheet = sheetByColumns(
        first,
        fileName,
        recognition,
        (list) => `Rename it to ${list((name) => `${name.toLowerCase()}.csv`)}`,
      )
      const recognized = recognize(recognition, sheet, first)
      readHeadings(what, first, recognized)
      return { sheet, delimiter, ...recognized }
    },
  )
  const sheets = oneSheet(readRows(body, table), recognition.headings)
  return isLegacy ? { ...sheets, isLegacy } : sheets
}

/** The text and its delimiter: as its first line says (`sep=;`, for Excel), or the one that finds the most headings. */
function delimited(text: string, recognition: Recognition): { body: string; delimiter: string } {
  const [said, delimiter] = /^sep=(.)\r?\n/i.exec(text) ?? []
  if (said !== undefined && delimiter !== undefined) return { body: text.slice(said.length), delimiter }
  const beginning = text.slice(0, beginning_characters)
  const found = delimiters.map((one) => {
    const cells = firstRecord(beginning, one) ?? []
    const known = Math.max(
      ...possibleSheets(recognition, cells).map((sheet) =>
        columnsFound(cells, recognize(recognition, sheet, cells).headings),
      ),
    )
    return { delimiter: one, known, cells: cells.length }
  })
  const [best] = found.toSorted((one, other) => other.known - one.known || other.cells - one.cells)
  return { body: text, delimiter: best?.delimiter ?? ',' }
}

type Table = Recognized & Readonly<{ sheet: ImportSheet; delimiter: string }>

function readRows(text: string, { sheet, delimiter, ...recognized }: Table): SheetRows {
  const rows: SheetRow[] = []
  let headed: HeadingRow | null = null
  let width = 0
  readRecords(text, delimiter, (cells, row) => {
    if (!headed) {
      headed = readHeadings(what, cells, recognized)
      width = cells.length
      return
    }
    if (rows.length < exampleRows) takeExamples(headed, width, (column) => cells[column] ?? '')
    const values = readCells(cells, headed.fields)
    const extra = cells.slice(width).some((cell) => trimmed(cell) !== '')
    if (Object.keys(values).length === 0 && !extra) return
    rows.push({ row, values, ...(extra && { tooWide: { cells: cells.length, columns: width } }) })
    if (rows.length > limits.importRowsPerSheet) tooManyRows(what)
  })
  const { letters, unknownColumns, columns, unnamed } = headed ?? noColumns
  return {
    sheet,
    letters,
    unknownColumns,
    rows,
    columns: [...columns.values()],
    isFile: true,
    ...(recognized.isChosen && { isChosen: true }),
    ...(unnamed.size > 0 && { unnamed: [...unnamed] }),
    ...(delimiter === ';' && { pointMayGroup: true }),
  }
}

/** The headings of a file that fits no sheet, with their examples. */
function fileColumns(text: string, delimiter: string, headings: Headings): FileColumn[] {
  const [head = [], ...rows] = firstRecords(text, delimiter, exampleRows)
  const headed = describeHeadings(what, head, headings)
  for (const cells of rows) takeExamples(headed, head.length, (column) => cells[column] ?? '')
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
