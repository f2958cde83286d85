import { sql } from 'kysely'
import { discardImportFile, uploadImportFile } from '../../contract/imports.ts'
import { implement } from '../platform/endpoint.ts'
import { newId } from '../platform/ids.ts'
import { refuse } from '../platform/refusal.ts'
import { forgetFile, keepFile } from './import-files.ts'
import { lookUp } from './known.ts'
import { planImport } from './plan.ts'
import { previewOf } from './preview.ts'
import { readRows } from './read-rows.ts'
import { readWorkbook } from './read-workbook.ts'
import type { Sheets } from './sheets.ts'

/** Reads a workbook, keeps its rows for the confirmation and answers what they would do. Refuses unreadable_file and busy. */
export const uploadImportFileCommand = implement(uploadImportFile, async (tx, actor, { file_name, file }) => {
  // The connection waits while the file is read in its thread; `limits.importParseSeconds` bounds that instead.
  void tx.run(sql`set local idle_in_transaction_session_timeout = 0`)
  const text = await readWorkbook(file, file_name)
  const sheets = JSON.parse(text) as Sheets
  const rows = readRows(sheets)
  const plan = planImport(sheets, rows, await lookUp(tx, actor, rows))
  const kept = await keepFile(tx, actor, { id: newId(), file_name, size_bytes: file.length, sheets: text })
  return { ...kept, preview: previewOf(plan) }
})

export const discardImportFileCommand = implement(discardImportFile, async (tx, actor, { id }) => {
  if ((await forgetFile(tx, actor, id)) === 0) refuse('not_found')
  return { id }
})
