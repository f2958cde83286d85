import { Worker } from 'node:worker_threads'
import { limits } from '../../../contract/limits.ts'
import { refuse } from '../../platform/refusal.ts'
import { sheetHeadings } from '../sheets/tables.ts'
import type { WorkerAnswer, WorkerFile } from '../workbook/worker.ts'

let waiting = 0
let last: Promise<unknown> = Promise.resolve()

/**
 * Reads an Excel or CSV file in a separate thread, one file at a time, so that any content costs limited memory and
 * time and never blocks the event loop. Returns its sheets (`Sheets`) as JSON. Refuses with `unreadable_file` and a
 * message, or `busy` if too many files are waiting.
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

function readInWorker(file: Uint8Array, fileName: string): Promise<WorkerAnswer> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('../workbook/worker.ts', import.meta.url), {
      workerData: { file, fileName, headings: sheetHeadings } satisfies WorkerFile,
      resourceLimits: { maxOldGenerationSizeMb: limits.importParseMegabytes, maxYoungGenerationSizeMb: 32 },
    })
    const tooLong = setTimeout(() => {
      resolve({
        unreadable: `This file takes longer than ${limits.importParseSeconds} seconds to read. Split it into smaller files.`,
      })
      worker.terminate().catch(reject)
    }, limits.importParseSeconds * 1_000)
    worker.once('message', resolve)
    worker.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') {
        resolve({ unreadable: 'This file needs too much memory to read. Split it into smaller files.' })
      } else reject(error)
    })
    worker.once('exit', (code) => {
      clearTimeout(tooLong)
      reject(new Error(`the workbook reader ended with ${code} before it answered`))
    })
  })
}
