import { z } from 'zod'
import { command, query } from './endpoint.ts'
import { id, moment, requiredText } from './fields.ts'
import { columnChoices } from './import-columns.ts'
import { limits } from './limits.ts'
import { page, pageInput } from './paging.ts'
import { importChange, importPreview } from './import-preview.ts'
import { trimmed } from './trimmed.ts'

/** An uploaded file that awaits confirmation. */
export const importFile = z.object({
  id,
  file_name: z.string(),
  size_bytes: z.number(),
  created_at: moment,
  expires_at: moment,
  preview: importPreview,
})

export type ImportFile = z.output<typeof importFile>

/** One line: line breaks become spaces, and characters that change the text direction are removed. */
const fileName = requiredText('Enter a file name', 255)
  .transform((name) => trimmed(name.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').replaceAll(/\p{Bidi_Control}/gu, '')))
  .refine((name) => name !== '', 'Enter a file name')

export const uploadImportFile = command({
  name: 'upload_import_file',
  summary:
    'Reads an Excel (.xlsx, .xls) or CSV file and returns a preview of what importing it would change, with every problem. Nothing else is saved',
  method: 'POST',
  path: '/import-files',
  permission: 'imports.write',
  wholeOrganization: true,
  input: z.strictObject({
    file_name: fileName,
    file: z.instanceof(Uint8Array),
    /**
     * Which headings of the file are which columns, each as `Products.sku=Item no`, repeated as needed. The other
     * headings of such a sheet are ignored. If omitted, headings are recognized by their names, or as in the last
     * import of a file with the same headings.
     */
    columns: columnChoices.optional(),
  }),
  output: importFile,
  status: 201,
  changes: [],
  body: 'bytes',
  bodyBytes: limits.importFileBytes,
  statementTimeoutMs: 30_000,
})

export const previewImportFile = command({
  name: 'preview_import_file',
  summary:
    'Returns a new preview of an uploaded file. Confirming imports what the last preview showed. `set_stock` sets the stock of existing products to the quantities in the file; if omitted, the last preview’s choice is kept',
  method: 'PUT',
  path: '/import-files/:id/preview',
  permission: 'imports.write',
  wholeOrganization: true,
  input: z.strictObject({ id, set_stock: z.boolean().optional() }),
  output: importFile,
  changes: [],
  statementTimeoutMs: 30_000,
})

export const listImportFileChanges = query({
  name: 'list_import_file_changes',
  summary: 'Lists every record that the last preview of a file showed as changed, field by field, in file order',
  path: '/import-files/:id/changes',
  permission: 'imports.write',
  wholeOrganization: true,
  input: z.strictObject({ id, ...pageInput }),
  output: page(importChange),
})

export const discardImportFile = command({
  name: 'discard_import_file',
  summary: 'Discards an uploaded file that hasn’t been imported',
  method: 'DELETE',
  path: '/import-files/:id',
  permission: 'imports.write',
  wholeOrganization: true,
  input: z.strictObject({ id }),
  output: z.object({ id }),
  changes: [],
})

/** A download: its name, its type and its bytes. */
export const download = z.object({ file_name: z.string(), content_type: z.string(), body: z.unknown() })

export const downloadMarkedWorkbook = query({
  name: 'download_marked_workbook',
  summary: 'Downloads the uploaded rows as a workbook with a sheet that lists every problem and links to its cell',
  path: '/import-files/:id/marked-workbook',
  permission: 'imports.write',
  wholeOrganization: true,
  input: z.strictObject({ id }),
  output: download,
  downloads: ['xlsx'],
})
