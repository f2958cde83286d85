import { utils, write, type CellObject, type WorkBook, type WorkSheet } from '@e965/xlsx'
import type { ImportProblem } from '../../../contract/import-preview.ts'
import { importSheets } from '../../../contract/import-fields.ts'
import { limits } from '../../../contract/limits.ts'
import { cellExcerpt } from '../../platform/excerpt.ts'
import { cellText } from '../sheets/problems.ts'
import { pointsHeading, sheetKeys, type SheetRows, type Sheets } from '../sheets/sheets.ts'
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
  utils.book_append_sheet(workbook, problemList(problems), 'Problems')
  const commented = new Set(problems.slice(0, limits.importProblemsListed))
  for (const sheet of importSheets) {
    const read = sheets[sheetKeys[sheet].key]
    if (read)
      utils.book_append_sheet(
        workbook,
        markedSheet(
          read,
          problems.filter((problem) => problem.sheet === sheet),
          commented,
        ),
        sheet,
      )
  }
  return workbook
}

function problemList(problems: readonly ImportProblem[]): WorkSheet {
  const sheet = utils.aoa_to_sheet([
    ['Sheet', 'Cell', 'Value', 'Problem'],
    ...problems.map(({ sheet: name, cell, row, value, message }) => [
      name,
      cell ?? (row === null ? '' : `Row ${row}`),
      value ?? '',
      message,
    ]),
  ])
  sheet['!cols'] = [15, 10, 30, 80].map((wch) => ({ wch }))
  problems.slice(0, limits.importProblemsListed).forEach(({ sheet: name, cell }, index) => {
    const link = sheet[`B${index + 2}`] as CellObject | undefined
    if (cell && link) link.l = { Target: `#${name}!${cell}` }
  })
  return sheet
}

function markedSheet(
  read: SheetRows,
  problems: readonly ImportProblem[],
  commented: ReadonlySet<ImportProblem>,
): WorkSheet {
  const columns = columnsOf(read)
  const problemColumn = Math.max(-1, ...columns.map(({ index }) => index)) + 1
  const sheet: WorkSheet = {}
  for (const { name, index } of columns) put(sheet, 1, index, name)
  put(sheet, 1, problemColumn, read.pointMayGroup ? pointsHeading : 'problem')
  for (const { row, values } of read.rows) {
    for (const { name, index } of columns) if (values[name] !== undefined) put(sheet, row, index, plain(values[name]))
  }
  for (const problem of problems) {
    const { row, column, message } = problem
    if (row === null) continue
    const said = sheet[utils.encode_cell({ r: row - 1, c: problemColumn })] as CellObject | undefined
    put(sheet, row, problemColumn, said ? `${said.v}; ${message}` : message)
    const marked = commented.has(problem) && columns.find(({ name }) => name === column)
    if (marked) comment(sheet, row, marked.index, message)
  }
  const lastRow = read.rows.at(-1)?.row ?? 1
  sheet['!ref'] = utils.encode_range({ s: { r: 0, c: 0 }, e: { r: lastRow - 1, c: problemColumn } })
  return sheet
}

function columnsOf(read: SheetRows): { name: string; index: number }[] {
  return Object.keys(sheetColumns[read.sheet]).flatMap((name) => {
    const letter = read.letters[name]
    return letter ? [{ name, index: utils.decode_col(letter) }] : []
  })
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
