import { downloadMarkedWorkbook } from '../../contract/import-files.ts'
import { implement } from '../platform/endpoint.ts'
import { readFile } from './import-files.ts'
import { planSheets } from './plan/plan-sheets.ts'
import { xlsxType } from './template.ts'

/**
 * The rows of an uploaded file as a new workbook to fix: every cell with a problem has it as a comment, a column
 * `problem` at the end of each row describes it, and the first sheet lists all with links. Cells keep their positions.
 * An import ignores the extra column and sheet, so the fixed file can be uploaded directly.
 */
export const downloadMarkedWorkbookQuery = implement(downloadMarkedWorkbook, async (tx, actor, { id }) => {
  const file = await readFile(tx, actor, id)
  const { problems } = await planSheets(tx, actor, file.sheets, { set_stock: file.set_stock })
  const { writeMarkedWorkbook } = await import('./mark-problems.ts')
  const file_name = file.file_name.replace(/\.(xlsx?|csv|tsv)$/i, '') + '-problems.xlsx'
  return {
    recorded_as: {
      table_name: 'reports',
      item_name: 'Import problems',
      summary: 'Exported Excel workbook',
      details: { file: file_name },
    },
    file_name,
    content_type: xlsxType,
    body: writeMarkedWorkbook(file.sheets, problems),
  }
})
