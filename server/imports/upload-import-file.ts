import { discardImportFile, previewImportFile, uploadImportFile } from '../../contract/import-files.ts'
import { currencyOf } from '../organizations/currency.ts'
import { implement, implementPrepared, needingMuchMemory } from '../platform/endpoint.ts'
import { newId } from '../platform/ids.ts'
import { refuse } from '../platform/refusal.ts'
import { forgetFile, keepFile, keepShown, lockFile, type Shown } from './import-files.ts'
import { rememberedLayouts } from './remembered-layouts.ts'
import { planSheets } from './plan/plan-sheets.ts'
import type { Plan } from './plan/plan.ts'
import { previewOf, importChangeOf } from './plan/preview.ts'
import { readRows } from './read/read-rows.ts'
import { readWorkbook } from './read/read-workbook.ts'
import type { Sheets } from './sheets/sheets.ts'

/**
 * Reads a file, stores its rows for confirmation and returns what they would do. No connection waits while it is read.
 * Refuses unreadable_file and busy.
 */
export const uploadImportFileCommand = needingMuchMemory(
  implementPrepared(uploadImportFile, {
    check: async (tx, actor) => {
      const [currency, layouts] = await Promise.all([currencyOf(tx, actor), rememberedLayouts(tx, actor)])
      return { currency, layouts }
    },
    prepare: async (actor, { file_name, file, columns = [] }, { currency, layouts }) => {
      const text = await readWorkbook(actor.org_id, { file, file_name, columns, layouts })
      const sheets = JSON.parse(text) as Sheets
      return { text, sheets, rows: await readRows(sheets, currency) }
    },
    run: async (tx, actor, { file_name, file }, { text, sheets, rows }) => {
      const plan = await planSheets(tx, actor, sheets, { rows })
      const file_kept = { id: newId(), file_name, size_bytes: file.length, sheets: text }
      const kept = await keepFile(tx, actor, file_kept, shownByPreview(plan))
      return { ...kept, preview: previewOf(plan) }
    },
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
