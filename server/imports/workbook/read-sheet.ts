import type { CellObject, WorkSheet } from '@e965/xlsx'
import type { FileColumn } from '../../../contract/import-columns.ts'
import type { ImportSheet } from '../../../contract/import-fields.ts'
import { limits } from '../../../contract/limits.ts'
import { fifteenDigits } from '../../../contract/quantity.ts'
import { trimmed } from '../../../contract/trimmed.ts'
import { excerpt } from '../../platform/excerpt.ts'
import { pointsHeading, type Cell, type SheetRow, type SheetRows } from '../sheets/sheets.ts'
import { recognize, type Recognition } from '../sheets/layouts.ts'
import type { Headings } from '../sheets/tables.ts'
import { tooManyRows } from './count-while-unpacking.ts'
import { describeHeadings, exampleRows, isListed, nameBlanks, noColumns, notRead, takeExamples } from './headings.ts'
import { headingRowOf, type Known, titleRowsMost } from './heading-row.ts'
import { mergedCells } from './merged-cells.ts'
import { columnsKnownOf } from './sheet-by-columns.ts'
import { unreadable } from './unreadable.ts'
import { type Table, tableOf } from './product-table.ts'
import { textIn } from './tidy-values.ts'

/**
 * Reads one sheet: its first row that isn't blank, or one below a title, names the columns; every later one is a row.
 * Blank rows are skipped and keep their numbers. Only existing cells are visited, so a lone cell at XFD1048576 costs
 * nothing.
 */
export function readSheet(sheet: ImportSheet, worksheet: WorkSheet, recognition: Recognition): SheetRows {
  const known = (texts: readonly string[]) => columnsKnownOf(sheet, texts, recognition)
  const heading = headingsIn(worksheet, known)
  const recognized = recognize(recognition, sheet, heading.texts)
  const grid = gridOf(worksheet)
  const rows: SheetRow[] = []
  let table: Table | null = null
  let merged: Merged | undefined
  let hiddenRows = 0
  grid.forEach((cells, index) => {
    if (!cells || index < heading.index) return
    if (!table) {
      table = tableOf(`The ${sheet} sheet`, sheet, heading.texts, recognized)
      if (!table || !isListed(table.headed, heading.texts, heading.below[0])) return
    }
    const { headed, columns } = table
    if (rows.length < exampleRows) takeExamples(headed, (column) => exampleOf(cells[column]))
    merged ??= mergedCells(sheet, worksheet, columns.values())
    const values = readCells(cells, headed.fields, (column) => merged?.(index, column))
    if (Object.keys(values).length === 0) return
    const found = table.read({ row: index + 1, values, cellOf: (column) => filled(cells[column]) })
    if (!found || Object.keys(found.values).length === 0) return
    rows.push(found)
    if (worksheet['!rows']?.[index]?.hidden) hiddenRows += 1
    if (rows.length > limits.importRowsPerSheet) tooManyRows(`The ${sheet} sheet`)
  })
  const { headed = noColumns, found } = (table as Table | null) ?? {}
  const unknownColumns = notRead(headed)
  const pointMayGroup = unknownColumns.includes(pointsHeading)
  const columns = [...headed.fields].flatMap(([column, name]) =>
    worksheet['!cols']?.[column]?.hidden ? [headed.letters[name] ?? name] : [],
  )
  const hidden = (hiddenRows > 0 || columns.length > 0) && { hidden: { rows: hiddenRows, columns } }
  return {
    sheet,
    letters: headed.letters,
    unknownColumns,
    rows,
    columns: [...headed.columns.values()],
    ...found?.(),
    ...(heading.isBelowTitle && { headingRow: heading.index + 1 }),
    ...(recognized.isChosen && { isChosen: true }),
    ...hidden,
    ...(pointMayGroup && { pointMayGroup }),
  }
}

/** The headings of a table that fits no sheet, with their examples. */
export function tableColumns({ texts, below }: HeadingsIn, headings: Headings): FileColumn[] {
  const headed = describeHeadings('This file', texts, headings)
  for (const cells of below) takeExamples(headed, (column) => cells[column] ?? '')
  return [...headed.columns.values()]
}

/** The value of a cell as text; empty for errors and formulas without a value. */
function exampleOf(cell: CellObject | undefined): string {
  return textIn(cell && cellValue(cell))
}

/** The value of a cell; undefined for an empty one. */
function filled(cell: CellObject | undefined): Cell | undefined {
  const value = cell && cellValue(cell)
  return value === '' ? undefined : value
}

/** The row that names the columns: its index, its texts, and those of some rows below it. */
export type HeadingsIn = Readonly<{ index: number; texts: string[]; below: string[][]; isBelowTitle: boolean }>

/** Finds the row that names a sheet's columns. `known`: how many columns a row names. */
export function headingsIn(worksheet: WorkSheet, known: (texts: readonly string[]) => Known): HeadingsIn {
  const first: { index: number; texts: string[]; cells: CellObject[] }[] = []
  gridOf(worksheet).some((cells = [], index) => {
    const texts = Array.from(cells, (cell) => headingText(cell) ?? '')
    if (texts.some((text) => trimmed(text) !== '')) first.push({ index, texts, cells })
    return first.length === titleRowsMost + exampleRows
  })
  const at = headingRowOf(
    first.slice(0, titleRowsMost).map(({ texts }) => texts),
    known,
  )
  const { index = 0, texts = [] } = first[at] ?? {}
  const below = first.slice(at + 1, at + 1 + exampleRows).map(({ cells }) => Array.from(cells, exampleOf))
  const width = Math.max(texts.length, ...below.map(({ length }) => length))
  return { index, texts: nameBlanks(texts, below, width), below, isBelowTitle: at > 0 }
}

function gridOf(worksheet: WorkSheet): (CellObject[] | undefined)[] {
  return (worksheet['!data'] ?? []) as (CellObject[] | undefined)[]
}

type Merged = ReturnType<typeof mergedCells>

function headingText(cell: CellObject | undefined): string | undefined {
  return cell?.v === undefined ? undefined : String(cell.v)
}

/** The non-empty cells of a row. A row that is only covered by merged cells is empty. */
function readCells(
  cells: CellObject[],
  fields: ReadonlyMap<number, string>,
  coveredBy: (column: number) => string | undefined,
): Record<string, Cell> {
  const values: Record<string, Cell> = {}
  const covered: Record<string, Cell> = {}
  for (const [column, name] of fields) {
    const merged = coveredBy(column)
    if (merged !== undefined) {
      covered[name] = { merged }
      continue
    }
    const cell = cells[column]
    const value = cell && cellValue(cell)
    if (value !== undefined && value !== '') values[name] = value
  }
  return Object.keys(values).length === 0 ? values : { ...values, ...covered }
}

/**
 * The sheets are passed as JSON, which would turn infinite values (1e309, or the largest number once it is rounded up)
 * into null.
 */
function finite(number: number): number {
  return Math.min(Math.max(number, -Number.MAX_VALUE), Number.MAX_VALUE)
}

/** What Excel shows for its error codes (MS-XLS, BErr). */
const errorNames: Record<number, string> = {
  0x00: '#NULL!',
  0x07: '#DIV/0!',
  0x0f: '#VALUE!',
  0x17: '#REF!',
  0x1d: '#NAME?',
  0x24: '#NUM!',
  0x2a: '#N/A',
}

function cellValue(cell: CellObject): Cell | undefined {
  switch (cell.t) {
    case 'n':
      // 15 digits are what Excel shows and means: 19.9 * 3 is saved as 59.699999999999996.
      return typeof cell.v === 'number' ? finite(fifteenDigits(cell.v)) : undefined
    case 's':
      // A text cell without text refers to a shared text that isn't in the file.
      return typeof cell.v === 'string'
        ? trimmed(cell.v)
        : unreadable('This file is damaged: some of its text is missing.')
    case 'b':
      return cell.v === true
    case 'd':
      return {
        date:
          cell.v instanceof Date && !Number.isNaN(cell.v.getTime())
            ? cell.v.toISOString().slice(0, 10)
            : String(cell.v),
      }
    case 'e':
      return { error: errorNames[Number(cell.v)] ?? '#ERROR!' }
    default:
      return cell.f ? { formula: excerpt(`=${cell.f}`, 200) } : undefined
  }
}
