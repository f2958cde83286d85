import { parentPort, workerData } from 'node:worker_threads'
import type { ImportProblem } from '../../../contract/import-preview.ts'
import type { Sheets } from '../sheets/sheets.ts'
import { writeMarkedWorkbook } from './mark-problems.ts'

/** The rows of a file, and their problems. Answers with the bytes of the marked workbook. */
export type MarkedFile = { sheets: Sheets; problems: readonly ImportProblem[] }

const { sheets, problems } = workerData as MarkedFile
parentPort?.postMessage(writeMarkedWorkbook(sheets, problems))
