import { limits } from '../../../contract/limits.ts'
import { refuse } from '../../platform/refusal.ts'
import { sheetHeadings } from '../sheets/tables.ts'
import { runWorker } from '../workbook/run-worker.ts'
import type { WorkerAnswer, WorkerFile } from '../workbook/worker.ts'

/**
 * Reads an Excel or CSV file in a separate thread, one file at a time. Returns its sheets (`Sheets`) as JSON. Refuses
 * with `unreadable_file` and a message, or `busy` if too many files are waiting.
 */
export async function readWorkbook(org_id: string, file: Uint8Array, fileName: string): Promise<string> {
  const read = await readInWorker(org_id, { file, fileName, headings: sheetHeadings })
  if ('unreadable' in read) return refuse('unreadable_file', { file_name: fileName }, read.unreadable)
  return read.sheets
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
