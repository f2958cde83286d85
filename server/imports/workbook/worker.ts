import { parentPort, workerData } from 'node:worker_threads'
import type { WorkSheet } from '@e965/xlsx'
import type { ImportSheet } from '../../../contract/import-fields.ts'
import { limits } from '../../../contract/limits.ts'
import { excerpt } from '../../platform/excerpt.ts'
import { noSheets, sheetKeys, type Sheets } from '../sheets/sheets.ts'
import type { Headings } from '../sheets/tables.ts'
import { oneSheet } from './one-sheet.ts'
import { readCsv } from './read-csv.ts'
import { openWorkbook } from './open-workbook.ts'
import { firstRow, readSheet } from './read-sheet.ts'
import { sheetByColumns } from './sheet-by-columns.ts'
import { UnreadableFile } from './unreadable.ts'

/**
 * The worker's final message: the sheets as JSON (transferring one text costs less than a hundred thousand objects).
 */
export type WorkerAnswer = { sheets: string } | { unreadable: string }

/** A file, and the headings of every sheet: passed in, so that the thread loads nothing that only the server needs. */
export type WorkerFile = { file: Uint8Array; fileName: string; headings: Readonly<Record<ImportSheet, Headings>> }

const { file, fileName, headings } = workerData as WorkerFile
const names = Object.keys(headings) as ImportSheet[]

async function readFile(): Promise<WorkerAnswer> {
  try {
    const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength)
    if (/\.(csv|tsv)$/i.test(fileName)) return { sheets: JSON.stringify(readCsv(bytes, fileName, headings)) }
    const workbook = await openWorkbook(bytes, fileName, names)
    const [only] = workbook.SheetNames.length === 1 ? workbook.SheetNames : []
    const table = only === undefined ? undefined : workbook.Sheets[only]
    if (only !== undefined && table) return { sheets: JSON.stringify(readOnlySheet(only, table)) }
    const sheets: Sheets = { ...noSheets }
    for (const name of names) {
      const found = workbook.SheetNames.find((other) => other.toLowerCase() === name.toLowerCase())
      const worksheet = found === undefined ? undefined : workbook.Sheets[found]
      if (found !== undefined && !worksheet) return { unreadable: `The ${name} sheet is damaged and can’t be read.` }
      if (worksheet) sheets[sheetKeys[name].key] = readSheet(name, worksheet, headings[name])
    }
    if (names.some((name) => !sheetKeys[name].optional && !sheets[sheetKeys[name].key]))
      sheets.named = workbook.SheetNames.slice(0, limits.importSheetsNamed).map((name) => excerpt(name, 100))
    return { sheets: JSON.stringify(sheets) }
  } catch (error) {
    if (error instanceof UnreadableFile) return { unreadable: error.message }
    throw error
  }
}

/** A workbook with one sheet is one table, like a CSV file: it lists what its name or its columns say. */
function readOnlySheet(called: string, worksheet: WorkSheet): Sheets {
  const own = names.find((name) => name.toLowerCase() === called.toLowerCase())
  if (own) return oneSheet(readSheet(own, worksheet, headings[own]), headings)
  const sheet = sheetByColumns(
    firstRow(worksheet),
    `${called} ${fileName}`,
    headings,
    (list) => `Call its sheet ${list((name) => name)}`,
  )
  return oneSheet({ ...readSheet(sheet, worksheet, headings[sheet]), isFile: true }, headings)
}

parentPort?.postMessage(await readFile())
