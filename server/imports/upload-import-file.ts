import { discardImportFile, previewImportFile, uploadImportFile } from '../../contract/import-files.ts'
import { implement, needingMuchMemory } from '../platform/endpoint.ts'
import { newId } from '../platform/ids.ts'
import { refuse } from '../platform/refusal.ts'
import { sql } from '../platform/sql.ts'
import { forgetFile, keepFile, keepShown, lockFile, type Shown } from './import-files.ts'
import { planSheets } from './plan/plan-sheets.ts'
import type { Plan } from './plan/plan.ts'
import { previewOf, importChangeOf } from './plan/preview.ts'
import { readWorkbook } from './read/read-workbook.ts'
import type { Sheets } from './sheets/sheets.ts'

/**
 * Reads a file, stores its rows for confirmation and returns what they would do. Refuses unreadable_file and busy.
 */
export const uploadImportFileCommand = needingMuchMemory(
  implement(uploadImportFile, async (tx, actor, { file_name, file }) => {
    // The connection waits while the file is read in its thread; `limits.importParseSeconds` limits that instead.
    await tx.run(sql`set local idle_in_transaction_session_timeout = 0`)
    const text = await readWorkbook(actor.org_id, file, file_name)
    const plan = await planSheets(tx, actor, JSON.parse(text) as Sheets)
    const file_kept = { id: newId(), file_name, size_bytes: file.length, sheets: text }
    const kept = await keepFile(tx, actor, file_kept, shownByPreview(plan))
    return { ...kept, preview: previewOf(plan) }
  }),
)

/**
 * Plans a stored file again, with or without its stock (as in the last preview unless the input overrides it), and
 * stores what this preview shows. Refuses not_found.
 */
export const previewImportFileCommand = needingMuchMemory(
  implement(previewImportFile, async (tx, actor, { id, set_stock }) => {
    const { sheets, set_stock: before, changes: _changes, counts: _counts, ...file } = await lockFile(tx, actor, id)
    const plan = await planSheets(tx, actor, sheets, { set_stock: set_stock ?? before })
    await keepShown(tx, actor, id, shownByPreview(plan))
    return { ...file, preview: previewOf(plan) }
  }),
)

function shownByPreview(plan: Plan): Shown {
  return { set_stock: plan.set_stock, changes: plan.changes.map(importChangeOf), counts: plan.counts }
}

export const discardImportFileCommand = implement(discardImportFile, async (tx, actor, { id }) => {
  if ((await forgetFile(tx, actor, id)) === 0) refuse('not_found')
  return { id }
})
