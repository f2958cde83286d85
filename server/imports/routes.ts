import { createImportCommand } from './create-import.ts'
import { listImportChangesQuery, listImportFileChangesQuery } from './list-changes.ts'
import { downloadMarkedWorkbookQuery } from './marked-workbook.ts'
import { listImportsQuery, readImportProgressQuery, readImportQuery } from './queries.ts'
import { downloadImportTemplateQuery } from './template.ts'
import { undoImportCommand } from './undo-import.ts'
import { discardImportFileCommand, previewImportFileCommand, uploadImportFileCommand } from './upload-import-file.ts'

export const importRoutes = [
  downloadImportTemplateQuery,
  uploadImportFileCommand,
  previewImportFileCommand,
  listImportFileChangesQuery,
  discardImportFileCommand,
  downloadMarkedWorkbookQuery,
  createImportCommand,
  listImportsQuery,
  readImportQuery,
  listImportChangesQuery,
  readImportProgressQuery,
  undoImportCommand,
]
