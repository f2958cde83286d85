import { parentPort, workerData } from 'node:worker_threads'
import type { WorkBook, WorkSheet } from '@e965/xlsx'
import type { FileColumn } from '../../../contract/import-columns.ts'
import type { ImportSheet } from '../../../contract/import-fields.ts'
import { limits } from '../../../contract/limits.ts'
import { excerpt } from '../../platform/excerpt.ts'
import { noSheets, sheetKeys, type Sheets } from '../sheets/sheets.ts'
import { possibleSheets, recognize, type Recognition } from '../sheets/layouts.ts'
import { oneSheet } from './one-sheet.ts'
import { readCsv } from './read-csv.ts'
import { openWorkbook } from './open-workbook.ts'
import { tableOf } from './product-table.ts'
import { headingsIn, readSheet, tableColumns } from './read-sheet.ts'
import { columnsKnown, sheetByColumns } from './sheet-by-columns.ts'
import { unreadable, UnreadableFile, withColumns } from './unreadable.ts'

/**
 * The worker's final message: the sheets as JSON (transferring one text costs less than a hundred thousand objects).
 */
export type WorkerAnswer = { sheets: string } | { unreadable: string; columns?: FileColumn[] }

/**
 * A file, and how its headings are recognized: passed in, so that the thread loads nothing that only the server needs.
 */
export type WorkerFile = { file: Uint8Array; fileName: string; recognition: Recognition }

const { file, fileName, recognition } = workerData as WorkerFile
const names = Object.keys(recognition.headings) as ImportSheet[]

async function readFile(): Promise<WorkerAnswer> {
  try {
    const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength)
    if (/\.(csv|tsv|tab|txt)$/i.test(fileName)) return { sheets: JSON.stringify(readCsv(bytes, fileName, recognition)) }
    const workbook = await openWorkbook(bytes, fileName, names)
    const [only] = workbook.SheetNames.length === 1 ? workbook.SheetNames : []
    const table = only === undefined ? undefined : workbook.Sheets[only]
    if (only !== undefined && table) return { sheets: JSON.stringify(readOnlySheet(only, table)) }
    if (!workbook.SheetNames.some(isOurs)) return { sheets: JSON.stringify(await readLikeliestSheet(bytes, workbook)) }
    const sheets: Sheets = { ...noSheets }
    for (const name of names) {
      const found = workbook.SheetNames.find((other) => other.toLowerCase() === name.toLowerCase())
      const worksheet = found === undefined ? undefined : workbook.Sheets[found]
      if (found !== undefined && !worksheet) return { unreadable: `The ${name} sheet is damaged and can’t be read.` }
      if (worksheet) sheets[sheetKeys[name].key] = readSheet(name, worksheet, recognition)
    }
    if (names.some((name) => !sheetKeys[name].optional && !sheets[sheetKeys[name].key]))
      sheets.named = workbook.SheetNames.slice(0, limits.importSheetsNamed).map((name) => excerpt(name, 100))
    return { sheets: JSON.stringify(sheets) }
  } catch (error) {
    if (error instanceof UnreadableFile) return { unreadable: error.message, columns: error.columns }
    throw error
  }
}

const isOurs = (called: string) => names.some((name) => name.toLowerCase() === called.toLowerCase())

/**
 * Of a workbook without a sheet of our names: the one with the most known columns, or else the first that isn't
 * empty.
 */
async function readLikeliestSheet(bytes: Buffer, { SheetNames }: WorkBook): Promise<Sheets> {
  const searched = SheetNames.slice(0, limits.importSheetsSearched)
  const { Sheets: found } = await openWorkbook(bytes, fileName, searched)
  const known = (cells: readonly string[]) => columnsKnown(cells, recognition)
  const tables = searched.flatMap((called) => {
    const table = found[called]
    const { texts = [] } = table ? headingsIn(table, known) : {}
    return table && texts.length > 0 ? [{ called, table, known: known(texts).columns }] : []
  })
  const [best] = tables.toSorted((one, other) => other.known - one.known)
  const { called, table } = best ?? unreadable('This file is empty.')
  const others = SheetNames.filter((other) => other !== called).slice(0, limits.importSheetsNamed)
  const chosenSheet = { name: excerpt(called, 100), others: others.map((other) => excerpt(other, 100)) }
  return { ...readOnlySheet(called, table), chosenSheet }
}

/** A workbook with one sheet is one table, like a CSV file: it lists what its name or its columns say. */
function readOnlySheet(called: string, worksheet: WorkSheet): Sheets {
  const heading = headingsIn(worksheet, (cells) => columnsKnown(cells, recognition))
  const first = heading.texts
  const possible = possibleSheets(recognition, first)
  const own = possible.find((name) => name.toLowerCase() === called.toLowerCase())
  const sheet = withColumns(
    () => tableColumns(heading, recognition.headings.Products),
    () => {
      const found =
        own ??
        sheetByColumns(first, `${called} ${fileName}`, recognition, (list) => `Call its sheet ${list((name) => name)}`)
      tableOf('This file', found, first, recognize(recognition, found, first))
      return found
    },
  )
  const rows = readSheet(sheet, worksheet, recognition)
  return oneSheet(own ? rows : { ...rows, isFile: true }, recognition.headings)
}

parentPort?.postMessage(await readFile())
