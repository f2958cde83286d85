import { utils, write, type CellObject, type WorkBook, type WorkSheet } from '@e965/xlsx'
import type { ImportProblem } from '../../../contract/import-preview.ts'
import { importSheets } from '../../../contract/import-fields.ts'
import { limits } from '../../../contract/limits.ts'
import { cellExcerpt } from '../../platform/excerpt.ts'
import { cellText } from '../sheets/problems.ts'
import { pointsHeading, sheetKeys, type SheetRow, type SheetRows, type Sheets } from '../sheets/sheets.ts'
import { sheetColumns } from '../sheets/tables.ts'

/**
 * The rows of a file with their problems, as the bytes of an .xlsx file. The first `limits.importProblemsListed` have
 * comments and links, which take the library a millisecond each; the others are only described.
 */
export function writeMarkedWorkbook(sheets: Sheets, problems: readonly ImportProblem[]): Buffer {
  return write(markedWorkbook(sheets, problems), { type: 'buffer', bookType: 'xlsx', compression: true }) as Buffer
}

function markedWorkbook(sheets: Sheets, problems: readonly ImportProblem[]): WorkBook {
  const workbook = utils.book_new()
  const tables = importSheets.flatMap((sheet) => {
    const read = sheets[sheetKeys[sheet].key]
    return read ? [{ sheet, read, columns: columnsOf(read) }] : []
  })
  const cellOf = (problem: ImportProblem) => {
    const { columns } = tables.find(({ sheet }) => sheet === problem.sheet) ?? { columns: [] }
    const index = indexOf(problem, columns)
    return index === undefined ? problem.cell : utils.encode_cell({ r: (problem.row ?? 1) - 1, c: index })
  }
  utils.book_append_sheet(workbook, problemList(problems, cellOf), 'Problems')
  const commented = new Set(problems.slice(0, limits.importProblemsListed))
  for (const { sheet, read, columns } of tables)
    utils.book_append_sheet(
      workbook,
      markedSheet(
        { read, columns },
        problems.filter((problem) => problem.sheet === sheet),
        commented,
      ),
      sheet,
    )
  return workbook
}

type CellOf = (problem: ImportProblem) => string | null

function problemList(problems: readonly ImportProblem[], cellOf: CellOf): WorkSheet {
  const sheet = utils.aoa_to_sheet([
    ['Sheet', 'Cell', 'Value', 'Problem'],
    ...problems.map((problem) => [
      problem.sheet,
      cellOf(problem) ?? (problem.row === null ? '' : `Row ${problem.row}`),
      problem.value ?? '',
      problem.message,
    ]),
  ])
  sheet['!cols'] = [15, 10, 30, 80].map((wch) => ({ wch }))
  problems.slice(0, limits.importProblemsListed).forEach((problem, index) => {
    const [cell, link] = [cellOf(problem), sheet[`B${index + 2}`] as CellObject | undefined]
    if (cell && link) link.l = { Target: `#${problem.sheet}!${cell}` }
  })
  return sheet
}

/** A column of the marked workbook. `location`: the stock at this one, by its index. */
type MarkedColumn = Readonly<{ name: string; heading: string; index: number; location?: number }>

function markedSheet(
  { read, columns }: Readonly<{ read: SheetRows; columns: readonly MarkedColumn[] }>,
  problems: readonly ImportProblem[],
  commented: ReadonlySet<ImportProblem>,
): WorkSheet {
  const problemColumn = Math.max(-1, ...columns.map(({ index }) => index)) + 1
  const sheet: WorkSheet = {}
  for (const { heading, index } of columns) put(sheet, 1, index, heading)
  put(sheet, 1, problemColumn, read.pointMayGroup ? pointsHeading : 'problem')
  let lastRow = 1
  for (const { row, values } of read.rows.flatMap((found) => [found, ...locatedRows(found, read)])) {
    lastRow = Math.max(lastRow, row)
    for (const { name, index, location } of columns) {
      const value = values[location === undefined ? name : located(location)]
      if (value !== undefined) put(sheet, row, index, plain(value))
    }
  }
  for (const problem of problems) {
    const { row, message } = problem
    if (row === null) continue
    const said = sheet[utils.encode_cell({ r: row - 1, c: problemColumn })] as CellObject | undefined
    put(sheet, row, problemColumn, said ? `${said.v}; ${message}` : message)
    const marked = commented.has(problem) ? indexOf(problem, columns) : undefined
    if (marked !== undefined) comment(sheet, row, marked, message)
  }
  sheet['!ref'] = utils.encode_range({ s: { r: 0, c: 0 }, e: { r: lastRow - 1, c: problemColumn } })
  return sheet
}

const located = (location: number) => `stock at ${location}`

/** The rows of a product's stock at several locations, or its own one again if each has a column. */
function locatedRows({ row, values, stock = [] }: SheetRow, { locations = [], letters }: SheetRows): SheetRow[] {
  const { name, sku } = values
  const isColumn =
    letters['location'] === undefined || locations.some(({ letter }) => letter !== letters['stock_quantity'])
  return stock.map(([index, cell, address]): SheetRow => {
    if (isColumn) return { row, values: { [located(index)]: cell } }
    const location = locations[index]?.name ?? ''
    const own = { ...(name !== undefined && { name }), ...(sku !== undefined && { sku }) }
    return { row: utils.decode_cell(address ?? 'A1').r + 1, values: { ...own, location, stock_quantity: cell } }
  })
}

/** Each has its own position: a column that gave two fields in the file has one of them at the end. */
function columnsOf({ sheet, letters, locations = [] }: SheetRows): MarkedColumn[] {
  const found = Object.keys(sheetColumns[sheet]).flatMap((name) => {
    const letter = letters[name]
    return letter ? [{ name, heading: name, index: utils.decode_col(letter) }] : []
  })
  const stock = locations.flatMap(({ name, letter }, location) =>
    letter === letters['stock_quantity']
      ? []
      : [{ name: 'stock_quantity', heading: `stock_quantity: ${name}`, index: utils.decode_col(letter), location }],
  )
  const taken = new Set<number>()
  let free = Math.max(-1, ...[...found, ...stock].map(({ index }) => index)) + 1
  return [...found, ...stock].map((column) => {
    const index = taken.has(column.index) ? free++ : column.index
    taken.add(index)
    return { ...column, index }
  })
}

/** The position of a problem's cell: a column that stood in for another one isn't in the marked workbook. */
function indexOf({ column, cell }: ImportProblem, columns: readonly MarkedColumn[]): number | undefined {
  const own = columns.filter(({ name }) => name === column)
  const at = cell === null ? undefined : own.find(({ index }) => index === utils.decode_cell(cell).c)
  return (at ?? own[0])?.index
}

function plain(value: NonNullable<SheetRows['rows'][number]['values'][string]>): string | number | boolean {
  return typeof value === 'object' ? (cellText(value) ?? '') : value
}

function put(sheet: WorkSheet, row: number, column: number, value: string | number | boolean): void {
  const t = typeof value === 'number' ? 'n' : typeof value === 'boolean' ? 'b' : 's'
  const v = typeof value === 'string' ? cellExcerpt(value) : value
  sheet[utils.encode_cell({ r: row - 1, c: column })] = { t, v } satisfies CellObject
}

function comment(sheet: WorkSheet, row: number, column: number, message: string): void {
  const address = utils.encode_cell({ r: row - 1, c: column })
  const cell = (sheet[address] ??= { t: 'z' }) as CellObject
  cell.c = [...(cell.c ?? []), { a: 'Onhand', t: message }]
  cell.c.hidden = true
}
