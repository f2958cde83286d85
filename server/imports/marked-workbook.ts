import { fileTypes } from '../../contract/endpoint.ts'
import { downloadMarkedWorkbook } from '../../contract/import-files.ts'
import { implement } from '../platform/endpoint.ts'
import { refuse } from '../platform/refusal.ts'
import { readFile } from './import-files.ts'
import { planSheets } from './plan/plan-sheets.ts'
import type { MarkedFile } from './workbook/marking-worker.ts'
import { runWorker } from './workbook/run-worker.ts'

/**
 * The rows of an uploaded file as a new workbook to fix: every cell with a problem has it as a comment, a column
 * `problem` at the end of each row describes it, and the first sheet lists all with links. Cells keep their positions.
 * An import ignores the extra column and sheet, so the fixed file can be uploaded directly. Refuses not_found, busy,
 * and payload_too_large for a file whose workbook exceeds the limits of its thread.
 */
export const downloadMarkedWorkbookQuery = implement(downloadMarkedWorkbook, async (tx, actor, { id }) => {
  const file = await readFile(tx, actor, id)
  const { problems } = await planSheets(tx, actor, file.sheets, { set_stock: file.set_stock })
  const file_name = file.file_name.replace(/\.(xlsx?|csv|tsv)$/i, '') + '-problems.xlsx'
  return {
    recorded_as: {
      table_name: 'reports',
      item_name: 'Import problems',
      summary: 'Exported Excel workbook',
      details: { file: file_name },
    },
    file_name,
    content_type: fileTypes.xlsx,
    body: { make: () => markInWorker(actor.org_id, { sheets: file.sheets, problems }) },
  }
})

/** No connection waits for it. */
async function markInWorker(org_id: string, file: MarkedFile): Promise<Buffer> {
  const bytes = await runWorker<Uint8Array>(org_id, './marking-worker.ts', file)
  if (typeof bytes === 'string')
    refuse('payload_too_large', undefined, 'This file is too large to mark. Split it into smaller files.')
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
