import { z } from 'zod'
import { id, moment } from './fields.ts'
import { sheetOfFile } from './import-columns.ts'
import { importSheets, importKinds, importFields, type ImportField } from './import-fields.ts'

/** One problem that prevents a file's import: its position, the value, and the problem. */
export const importProblem = z.object({
  sheet: z.enum(importSheets),
  /** The row in Excel's numbering (for JSON: index + 2); null for the entire sheet. */
  row: z.number().nullable(),
  column: z.string().nullable(),
  /** The cell in Excel's notation (`B14`); null for JSON and for entire rows. */
  cell: z.string().nullable(),
  value: z.string().nullable(),
  message: z.string(),
})

export type ImportProblem = z.output<typeof importProblem>

/** A sheet of records that other sheets also name. */
const namedRecords = z.object({
  rows: z.number(),
  created: z.number(),
  updated: z.number(),
  /** Created ones that only other sheets name; missing in imports from before this was counted. */
  only_named: z.number().optional(),
})

/** The effects of an import, in counts. Quantities are in units of the products, values in the company’s currency. */
export const importCounts = z.object({
  products: z.object({
    rows: z.number(),
    created: z.number(),
    restored: z.number(),
    /** Products with at least one changed field. */
    updated: z.number(),
    /** Products whose stock is set. */
    stock_set: z.number(),
    /** Existing ones without changes. */
    unchanged: z.number(),
  }),
  categories: namedRecords,
  suppliers: namedRecords,
  locations: namedRecords,
  transactions: z.object({ rows: z.number(), posted: z.number(), drafts: z.number(), already_imported: z.number() }),
  units: z.object({
    opening: z.number(),
    in: z.number(),
    out: z.number(),
    /** Net change by rows of type adjustment. */
    adjusted: z.number(),
    /** Net change by setting the stock of existing products. */
    counted: z.number(),
    /** The total change by the rows of this file. */
    change: z.number(),
  }),
  /** The value of the added products at their price, after the file's transactions. */
  value_at_price: z.number(),
})

export type ImportCounts = z.output<typeof importCounts>

/** One future product: a line of the preview's list. */
export const importedProduct = z.object({
  row: z.number(),
  sku: z.string(),
  name: z.string(),
  category_name: z.string().nullable(),
  /** Where its units go by default. */
  location: z.string(),
  /** Its stock at each location, if the file gives it for several. */
  stock_by_location: z.array(z.object({ location: z.string(), on_hand: z.number() })).optional(),
  price: z.number(),
  on_hand: z.number(),
  minimum: z.number(),
  restored: z.boolean(),
})

export type ImportedProduct = z.output<typeof importedProduct>

const fieldValue = z.union([z.string(), z.number(), z.null()])

/** One changing field: its current and future value, as people read them (a category by its name). */
export const importFieldChange = z.object({
  field: z.enum(importFields as [ImportField, ...ImportField[]]),
  from: fieldValue,
  to: fieldValue,
  /** For `stock_quantity`: the name of the location whose stock is set. */
  place: z.string().nullable(),
})

export type ImportFieldChange = z.output<typeof importFieldChange>

/** An existing record that will be changed, field by field. */
export const importChange = z.object({
  sheet: z.enum(importSheets),
  row: z.number(),
  kind: z.enum(importKinds),
  record_id: id,
  name: z.string(),
  sku: z.string().nullable(),
  fields: z.array(importFieldChange),
})

export type ImportChange = z.output<typeof importChange>

/** Everything an import would do and all its problems. Nothing has been written. */
export const importPreview = z.object({
  counts: importCounts,
  /** Everything in the file is already imported: importing it writes nothing. */
  changes_nothing: z.boolean(),
  /** Whether the stock of existing products is set to the file's quantities. */
  set_stock: z.boolean(),
  /**
   * How many existing products have another stock than the file gives: its quantity and its transactions that are in
   * effect.
   */
  stock_differences: z.number(),
  /** Names that don't exist yet and will be created. */
  new_categories: z.array(z.string()),
  new_suppliers: z.array(z.string()),
  new_locations: z.array(z.string()),
  /** The first `limits.importRowsListed` added products. */
  products: z.array(importedProduct),
  /**
   * How many existing records will be changed; `changes` contains the first `limits.importRowsListed`, in the order of
   * the file.
   */
  change_count: z.number(),
  changes: z.array(importChange),
  /** Rows of the Transactions sheet from an earlier import that are still in effect and skipped, by import. */
  imported_before: z.array(
    z.object({ import_id: id, file_name: z.string().nullable(), created_at: moment, rows: z.number() }),
  ),
  /**
   * The total number of problems; `problems` contains the first `limits.importProblemsListed`, in the order of the
   * file.
   */
  problem_count: z.number(),
  problems: z.array(importProblem),
  /** Differences from what the file may suggest: ignored columns, unchanged stock. */
  notices: z.array(z.string()),
  /** The headings of the file, and the column each is imported as; empty for rows sent as JSON. */
  sheets: z.array(sheetOfFile),
})

export type ImportPreview = z.output<typeof importPreview>

/** The details of the refusal `conflict` of an import: what changed between its preview and its confirmation. */
export type ImportConflict = { conflicts: ImportProblem[]; conflict_count: number }
