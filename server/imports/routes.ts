import { createImportCommand } from './create-import.ts'
import { downloadMarkedWorkbookQuery } from './marked-workbook.ts'
import { listImportsQuery, readImportProgressQuery, readImportQuery } from './queries.ts'
import { downloadImportTemplateQuery } from './template.ts'
import { undoImportCommand } from './undo-import.ts'
import { discardImportFileCommand, uploadImportFileCommand } from './upload-import-file.ts'

export const importRoutes = [
  downloadImportTemplateQuery,
  uploadImportFileCommand,
  discardImportFileCommand,
  downloadMarkedWorkbookQuery,
  createImportCommand,
  listImportsQuery,
  readImportQuery,
  readImportProgressQuery,
  undoImportCommand,
]
