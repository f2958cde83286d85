import { limits } from '../../../contract/limits.ts'
import { refuse } from '../../platform/refusal.ts'
import { sheetHeadings } from '../sheets/tables.ts'
import { runWorker } from '../workbook/run-worker.ts'
import type { WorkerAnswer, WorkerFile } from '../workbook/worker.ts'

let waiting = 0
let last: Promise<unknown> = Promise.resolve()

/**
 * Reads an Excel or CSV file in a separate thread, one file at a time. Returns its sheets (`Sheets`) as JSON. Refuses
 * with `unreadable_file` and a message, or `busy` if too many files are waiting.
 */
export async function readWorkbook(file: Uint8Array, fileName: string): Promise<string> {
  if (waiting >= limits.importFilesWaiting)
    refuse('busy', undefined, 'Other files are being processed. Try again in a moment.')
  waiting++
  const before = last
  const answer = before.then(() => readInWorker(file, fileName))
  last = answer.catch(() => {})
  try {
    const read = await answer
    if ('unreadable' in read) return refuse('unreadable_file', { file_name: fileName }, read.unreadable)
    return read.sheets
  } finally {
    waiting--
  }
}

async function readInWorker(file: Uint8Array, fileName: string): Promise<WorkerAnswer> {
  const data: WorkerFile = { file, fileName, headings: sheetHeadings }
  const read = await runWorker<WorkerAnswer>('./worker.ts', data)
  if (read === 'out_of_memory')
    return { unreadable: 'This file needs too much memory to read. Split it into smaller files.' }
  if (read === 'too_long')
    return {
      unreadable: `This file takes longer than ${limits.importParseSeconds} seconds to read. Split it into smaller files.`,
    }
  return read
}
