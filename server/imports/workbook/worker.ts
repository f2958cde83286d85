import { parentPort, workerData } from 'node:worker_threads'
import type { ImportSheet } from '../../../contract/imports.ts'
import { limits } from '../../../contract/limits.ts'
import { excerpt } from '../sheets/excerpt.ts'
import { noSheets, sheetColumns, sheetKeys, type Sheets } from '../sheets/sheets.ts'
import { openWorkbook } from './open-workbook.ts'
import { readSheet } from './read-sheet.ts'
import { UnreadableFile } from './unreadable.ts'

/** What the worker says when it is done: the sheets as JSON (one text costs less to hand over than a hundred thousand objects). */
export type WorkerAnswer = { sheets: string } | { unreadable: string }

const names = Object.keys(sheetColumns) as ImportSheet[]

async function readFile(file: Buffer, fileName: string): Promise<WorkerAnswer> {
  try {
    const workbook = await openWorkbook(file, fileName, names)
    const sheets: Sheets = { ...noSheets }
    for (const name of names) {
      const found = workbook.SheetNames.find((other) => other.toLowerCase() === name.toLowerCase())
      const worksheet = found === undefined ? undefined : workbook.Sheets[found]
      if (found !== undefined && !worksheet) return { unreadable: `The ${name} sheet is damaged and cannot be read.` }
      if (worksheet) sheets[sheetKeys[name].key] = readSheet(name, worksheet)
    }
    if (names.some((name) => !sheetKeys[name].optional && !sheets[sheetKeys[name].key]))
      sheets.named = workbook.SheetNames.slice(0, limits.importSheetsNamed).map((name) => excerpt(name, 100))
    return { sheets: JSON.stringify(sheets) }
  } catch (error) {
    if (error instanceof UnreadableFile) return { unreadable: error.message }
    throw error
  }
}

const { file, fileName } = workerData as { file: Uint8Array; fileName: string }
parentPort?.postMessage(await readFile(Buffer.from(file.buffer, file.byteOffset, file.byteLength), fileName))
