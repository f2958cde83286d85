import { z } from 'zod'
import { command, query } from './endpoint.ts'
import { flag, id, moment, text } from './fields.ts'
import { limits } from './limits.ts'
import { page, pageInput } from './paging.ts'

export const importSheets = ['Products', 'Categories', 'Transactions'] as const
export type ImportSheet = (typeof importSheets)[number]

/** One thing that keeps a file from being imported: where it stands, what is there and what is wrong, in words. */
export const importProblem = z.object({
  sheet: z.enum(importSheets),
  /** The row as Excel numbers it (for JSON: index + 2); null when the whole sheet is meant. */
  row: z.number().nullable(),
  column: z.string().nullable(),
  /** The cell in Excel's spelling (`B14`); null for JSON and for whole rows. */
  cell: z.string().nullable(),
  value: z.string().nullable(),
  message: z.string(),
})
export type ImportProblem = z.output<typeof importProblem>

/** What an import does, in counts. Quantities are in units of the products, values in dollars. */
export const importCounts = z.object({
  products: z.object({ rows: z.number(), created: z.number(), restored: z.number() }),
  categories: z.object({ rows: z.number(), created: z.number() }),
  locations: z.object({ created: z.number() }),
  transactions: z.object({ rows: z.number(), posted: z.number(), drafts: z.number(), already_imported: z.number() }),
  units: z.object({
    opening: z.number(),
    in: z.number(),
    out: z.number(),
    /** Net change made by rows of type adjustment. */
    adjusted: z.number(),
    /** What the rows of this file change in all. */
    change: z.number(),
  }),
  /** What the products of the file are worth at their price, after its transactions. */
  value_at_price: z.number(),
})
export type ImportCounts = z.output<typeof importCounts>

/** One product as it will be: a line of the preview's list. */
export const importedProduct = z.object({
  row: z.number(),
  sku: z.string(),
  name: z.string(),
  category_name: z.string().nullable(),
  location: z.string(),
  price: z.number(),
  on_hand: z.number(),
  minimum: z.number(),
  restored: z.boolean(),
})
export type ImportedProduct = z.output<typeof importedProduct>

/** Everything an import would do and everything that is wrong with it. Nothing has been written. */
export const importPreview = z.object({
  counts: importCounts,
  /** Names that do not exist yet and will be made. */
  new_categories: z.array(z.string()),
  new_locations: z.array(z.string()),
  /** The first `limits.importRowsListed` products. */
  products: z.array(importedProduct),
  /** How many problems there are in all; `problems` holds the first `limits.importProblemsListed`, in the order of the file. */
  problem_count: z.number(),
  problems: z.array(importProblem),
  /** What is done differently from what the file may suggest: columns left out, rows known already. */
  notices: z.array(z.string()),
})
export type ImportPreview = z.output<typeof importPreview>

/** A file that was read and waits for its confirmation. */
export const importFile = z.object({
  id,
  file_name: z.string(),
  size_bytes: z.number(),
  created_at: moment,
  expires_at: moment,
  preview: importPreview,
})
export type ImportFile = z.output<typeof importFile>

/** Goods that an undo had to leave: what it needed to take back and what is still there. */
export const importLeftover = z.object({
  product_id: id,
  sku: z.string(),
  name: z.string(),
  location: z.string().nullable(),
  needed: z.number().nullable(),
  available: z.number().nullable(),
  message: z.string(),
})
export type ImportLeftover = z.output<typeof importLeftover>

export const importStatuses = ['completed', 'partly_undone', 'undone'] as const

export const importRecord = z.object({
  id,
  /** Null for an import that came as JSON. */
  file_name: z.string().nullable(),
  status: z.enum(importStatuses),
  counts: importCounts,
  notices: z.array(z.string()),
  user_id: id,
  user_reference: z.string(),
  created_at: moment,
  undone_at: moment.nullable(),
  /** What the last undo could not take back. */
  leftovers: z.array(importLeftover),
})
export type ImportRecord = z.output<typeof importRecord>

const fileName = text(255).refine((value) => value !== '', 'The file needs a name')

export const uploadImportFile = command({
  name: 'upload_import_file',
  summary:
    'Reads an .xlsx or .xls file and answers what importing it would do, with every problem. Nothing else is written.',
  method: 'POST',
  path: '/import-files',
  permission: 'imports.write',
  input: z.strictObject({ file_name: fileName, file: z.instanceof(Uint8Array) }),
  output: importFile,
  status: 201,
  changes: [],
  body: 'bytes',
  bodyBytes: limits.importFileBytes,
  statementTimeoutMs: 30_000,
})

export const discardImportFile = command({
  name: 'discard_import_file',
  summary: 'Forgets a file that was read and not imported',
  method: 'DELETE',
  path: '/import-files/:id',
  permission: 'imports.write',
  input: z.strictObject({ id }),
  output: z.object({ id }),
  changes: [],
})

/** A download: its name, its type and its bytes. */
const download = z.object({ file_name: z.string(), content_type: z.string(), body: z.unknown() })

export const downloadMarkedWorkbook = query({
  name: 'download_marked_workbook',
  summary: 'The uploaded rows as a workbook with a sheet that lists every problem and links to its cell',
  path: '/import-files/:id/marked-workbook',
  permission: 'imports.write',
  input: z.strictObject({ id }),
  output: download,
  answers: 'file',
})

export const downloadImportTemplate = query({
  name: 'download_import_template',
  summary: 'An empty workbook with the three sheets, their columns and one example row each',
  path: '/import-template',
  permission: 'catalogue.read',
  input: z.strictObject({}),
  output: download,
  answers: 'file',
})

/**
 * Rows as the spec has them. What they may hold is checked row by row, so that every problem is named and not only the first;
 * a row that is no object counts as an empty one.
 */
const rows = z.unknown()

export const createImport = command({
  name: 'create_import',
  summary:
    'Imports products, categories and transactions in one transaction: from a file that was read (`import_file_id`) or from rows. `?dry_run=true` answers the preview and writes nothing. Refused with `import_has_problems` while there is one.',
  method: 'POST',
  path: '/imports',
  permission: 'imports.write',
  input: z.strictObject({
    id: id.optional(),
    dry_run: z.union([flag, z.boolean()]).default(false),
    import_file_id: id.optional(),
    products: rows.optional(),
    categories: rows.optional(),
    transactions: rows.optional(),
  }),
  output: z.union([importRecord, importPreview]),
  status: 201,
  statusOf: (answer) => ('problems' in answer ? 200 : 201),
  changes: ['products', 'categories', 'locations', 'stock', 'imports'],
  bodyBytes: limits.importFileBytes,
  statementTimeoutMs: limits.importSeconds * 1_000,
})

export const undoImport = command({
  name: 'undo_import',
  summary:
    'Takes an import back: reverses every posting that can be, archives the products it made and emptied, removes categories and locations it made and nobody uses. What could not be taken back is listed with its numbers and can be tried again.',
  method: 'POST',
  path: '/imports/:id/reversal',
  permission: 'imports.write',
  input: z.strictObject({ id }),
  output: importRecord,
  changes: ['products', 'categories', 'locations', 'stock', 'imports'],
  statementTimeoutMs: limits.importSeconds * 1_000,
})

export const listImports = query({
  name: 'list_imports',
  summary: 'Imports, newest first',
  path: '/imports',
  permission: 'imports.write',
  input: z.strictObject({ ...pageInput }),
  output: page(importRecord),
})

export const readImport = query({
  name: 'read_import',
  summary: 'One import',
  path: '/imports/:id',
  permission: 'imports.write',
  input: z.strictObject({ id }),
  output: importRecord,
})

export const importPhases = ['waiting', 'reading', 'checking', 'products', 'stock', 'finishing', 'undoing'] as const

export const readImportProgress = query({
  name: 'read_import_progress',
  summary:
    'How far an import or its undo has come, by the id its caller gave it; `waiting` when this server does not know it',
  path: '/imports/:id/progress',
  permission: 'imports.write',
  input: z.strictObject({ id }),
  output: z.object({ phase: z.enum(importPhases), done: z.number(), total: z.number() }),
})
export type ImportProgress = z.output<typeof readImportProgress.output>
