import { z } from 'zod'
import { command, query } from './endpoint.ts'
import { flag, id, moment } from './fields.ts'
import { download } from './import-files.ts'
import { limits } from './limits.ts'
import { page, pageInput } from './paging.ts'
import { importKinds } from './import-fields.ts'
import { importChange, importCounts, importedProduct, importPreview } from './import-preview.ts'

/** What an undo had to leave: units that have left since (with the numbers), or a field that was changed since. */
export const importLeftover = z.object({
  kind: z.enum(importKinds),
  record_id: id,
  sku: z.string().nullable(),
  name: z.string(),
  /** The field that stays; null if stock couldn't be reversed. */
  field: z.string().nullable(),
  location: z.string().nullable(),
  needed: z.number().nullable(),
  available: z.number().nullable(),
  message: z.string(),
})

export type ImportLeftover = z.output<typeof importLeftover>

export const importStatuses = ['completed', 'partly_undone', 'undone'] as const

export const importRecord = z.object({
  id,
  /** Null for an import sent as JSON. */
  file_name: z.string().nullable(),
  size_bytes: z.number().nullable(),
  status: z.enum(importStatuses),
  counts: importCounts,
  notices: z.array(z.string()),
  user_id: id,
  user_reference: z.string(),
  created_at: moment,
  undone_at: moment.nullable(),
  /** What the last undo couldn't reverse: the first `limits.importProblemsListed`. */
  leftovers: z.array(importLeftover),
  /** How many that are in total; null if an earlier version undid the import and left more than it lists. */
  leftover_count: z.number().nullable(),
  /** Whether an undo reversed anything; null if no undo tried, or only an earlier version's. */
  anything_undone: z.boolean().nullable(),
})

export type ImportRecord = z.output<typeof importRecord>

/** One import with the records it created and changed. */
export const importResult = importRecord.extend({
  /** The counts of the confirmed preview; null if there was none. `counts` are those that were written. */
  checked_counts: importCounts.nullable(),
  /** The first `limits.importRowsListed` added products. */
  products: z.array(importedProduct.extend({ id })),
  change_count: z.number(),
  /** How many of the records it added are gone because of an undo: those that are in use stay. */
  removed_count: z.number(),
  /** The first `limits.importRowsListed` changed records, in the order of the file. */
  changes: z.array(importChange),
})

export type ImportResult = z.output<typeof importResult>

export const downloadImportTemplate = query({
  name: 'download_import_template',
  summary: 'Downloads an empty workbook with all sheets, their columns and one example row each',
  path: '/import-template',
  permission: 'catalogue.read',
  input: z.strictObject({}),
  output: download,
  downloads: ['xlsx'],
})

/**
 * Rows in the spec's format. Their content is checked row by row, so that every problem is reported and not only the
 * first; a row that isn't an object counts as an empty one.
 */
const rows = z.unknown()

export const createImport = command({
  name: 'create_import',
  summary:
    'Imports products, categories, transactions, suppliers and locations in one transaction, either from an uploaded file (`import_file_id`) or from rows. Existing records (matched by SKU or name, ignoring case) are updated; blank fields don’t change them. `set_stock` sets the stock of existing products to the quantities in the rows. With `?dry_run=true`, or when there is nothing to change, returns the preview and saves nothing. Returns `import_has_problems` while there are problems, and `conflict` when a record has changed since the preview',
  method: 'POST',
  path: '/imports',
  permission: 'imports.write',
  wholeOrganization: true,
  input: z.strictObject({
    id: id.optional(),
    dry_run: z.union([flag, z.boolean()]).default(false),
    import_file_id: id.optional(),
    /** For rows. A file has it from its preview. */
    set_stock: z.boolean().optional(),
    /**
     * A list, which can be empty; required without a file. Each row has `name` and `sku`, and optionally `barcode`,
     * `description`, `category_name`, `price`, `cost_price`, `stock_quantity`, `min_stock_level`, `image`, `location`,
     * `supplier_name` and `quantity_decimals`.
     */
    products: rows.optional(),
    /**
     * A list, which can be empty; required without a file. Each row has `name`, and optionally `description` and
     * `color`.
     */
    categories: rows.optional(),
    /**
     * A list, which can be empty; required without a file. Each row has `product_id` (the SKU), `type` (in, out or
     * adjustment) and `quantity`, and optionally `notes`, `status` and `currency`.
     */
    transactions: rows.optional(),
    /**
     * A list. Each row has `name`, and optionally `email`, `phone`, `address`, `contact_person`, `tax_id`,
     * `payment_terms`, `notes` and `status`.
     */
    suppliers: rows.optional(),
    /** A list. Each row has `name`, and optionally `description`, `address`, `contact_person`, `phone` and `email`. */
    locations: rows.optional(),
  }),
  output: z.union([importRecord, importPreview]),
  status: 201,
  statusOf: (answer) => ('problems' in answer ? 200 : 201),
  changes: ['products', 'categories', 'suppliers', 'locations', 'stock', 'imports'],
  bodyBytes: limits.importFileBytes,
  statementTimeoutMs: limits.importSeconds * 1_000,
})

export const undoImport = command({
  name: 'undo_import',
  summary:
    'Undoes an import: reverses all postings that can be reversed, archives the products it created and emptied, removes categories, suppliers and locations it created that aren’t in use, and restores fields that haven’t changed since. Lists what couldn’t be undone, which can be retried',
  method: 'POST',
  path: '/imports/:id/reversal',
  permission: 'imports.write',
  wholeOrganization: true,
  input: z.strictObject({ id }),
  output: importRecord,
  changes: ['products', 'categories', 'suppliers', 'locations', 'stock', 'imports'],
  statementTimeoutMs: limits.importSeconds * 1_000,
})

export const listImports = query({
  name: 'list_imports',
  summary: 'Lists imports, newest first',
  path: '/imports',
  permission: 'imports.write',
  wholeOrganization: true,
  input: z.strictObject({ ...pageInput }),
  output: page(importRecord),
})

export const readImport = query({
  name: 'read_import',
  summary: 'Returns one import: the counts that were checked and written, and the first records it added and changed',
  path: '/imports/:id',
  permission: 'imports.write',
  wholeOrganization: true,
  input: z.strictObject({ id }),
  output: importResult,
})

export const listImportChanges = query({
  name: 'list_import_changes',
  summary: 'Lists every record that an import changed, field by field, in the order of the file',
  path: '/imports/:id/changes',
  permission: 'imports.write',
  wholeOrganization: true,
  input: z.strictObject({ id, ...pageInput }),
  output: page(importChange),
})

export const importPhases = ['waiting', 'checking', 'products', 'stock', 'finishing', 'undoing', 'finished'] as const

export const readImportProgress = query({
  name: 'read_import_progress',
  summary:
    'Returns the progress of an import or its undo, by the ID its caller chose, from any server process. `waiting` while the file with this ID is not confirmed, `finished` once it is saved',
  path: '/imports/:id/progress',
  permission: 'imports.write',
  wholeOrganization: true,
  input: z.strictObject({ id }),
  output: z.object({ phase: z.enum(importPhases), done: z.number(), total: z.number() }),
})

export type ImportProgress = z.output<typeof readImportProgress.output>
