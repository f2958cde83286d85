import { createImportCommand } from './create-import.ts'
import { downloadMarkedWorkbookQuery } from './marked-workbook.ts'
import {
  listImportChangesQuery,
  listImportFileChangesQuery,
  listImportsQuery,
  readImportProgressQuery,
  readImportQuery,
} from './queries.ts'
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
