import type { ColumnChoice } from '../../../contract/import-columns.ts'
import type { ImportSheet } from '../../../contract/import-fields.ts'
import { limits } from '../../../contract/limits.ts'
import { refuse } from '../../platform/refusal.ts'
import type { Layout } from '../sheets/layouts.ts'
import { columnName } from '../sheets/sheets.ts'
import { sheetHeadings } from '../sheets/tables.ts'
import { runWorker } from '../workbook/run-worker.ts'
import type { WorkerAnswer, WorkerFile } from '../workbook/worker.ts'

/** A file, which of its headings are which columns as far as a person has chosen that, and earlier layouts. */
export type FileToRead = Readonly<{
  file: Uint8Array
  file_name: string
  columns: readonly ColumnChoice[]
  layouts: readonly Layout[]
}>

/**
 * Reads an Excel or CSV file in a separate thread, one file at a time. Returns its sheets (`Sheets`) as JSON. Refuses
 * with `unreadable_file` and a message (the details have the file's columns, if choosing them helps), or `busy` if too
 * many files are waiting.
 */
export async function readWorkbook(org_id: string, toRead: FileToRead): Promise<string> {
  const { file, file_name: fileName, columns: choices, layouts } = toRead
  const recognition = { headings: sheetHeadings, chosen: chosenHeadings(choices), layouts }
  const read = await readInWorker(org_id, { file, fileName, recognition })
  if (!('unreadable' in read)) return read.sheets
  const { unreadable, columns = [] } = read
  return refuse('unreadable_file', { file_name: fileName, columns }, unreadable)
}

function chosenHeadings(choices: readonly ColumnChoice[]): Map<ImportSheet, Map<string, string>> {
  const chosen = new Map<ImportSheet, Map<string, string>>()
  for (const { sheet, column, heading } of choices)
    chosen.set(sheet, (chosen.get(sheet) ?? new Map<string, string>()).set(columnName(heading), column))
  return chosen
}

async function readInWorker(org_id: string, file: WorkerFile): Promise<WorkerAnswer> {
  const read = await runWorker<WorkerAnswer>(org_id, './worker.ts', file)
  if (read === 'out_of_memory')
    return { unreadable: 'This file needs too much memory to read. Split it into smaller files.' }
  if (read === 'too_long')
    return {
      unreadable: `This file takes longer than ${limits.importParseSeconds} seconds to read. Split it into smaller files.`,
    }
  return read
}
