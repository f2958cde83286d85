import { z } from 'zod'
import { id, moment } from './fields.ts'
import { importSheets, importKinds, importFields, type ImportField } from './import-fields.ts'

/** One problem that keeps a file from being imported: its place in the file, the value, and what is wrong with it. */
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
  products: z.object({
    rows: z.number(),
    created: z.number(),
    restored: z.number(),
    /** Of which at least one field changes. */
    updated: z.number(),
    /** Of which the stock is set. */
    stock_set: z.number(),
    /** There already, exactly as the file has them. */
    unchanged: z.number(),
  }),
  categories: z.object({ rows: z.number(), created: z.number(), updated: z.number() }),
  suppliers: z.object({ rows: z.number(), created: z.number(), updated: z.number() }),
  locations: z.object({ rows: z.number(), created: z.number(), updated: z.number() }),
  transactions: z.object({ rows: z.number(), posted: z.number(), drafts: z.number(), already_imported: z.number() }),
  units: z.object({
    opening: z.number(),
    in: z.number(),
    out: z.number(),
    /** Net change made by rows of type adjustment. */
    adjusted: z.number(),
    /** Net change made by setting the stock of products that were there. */
    counted: z.number(),
    /** What the rows of this file change in all. */
    change: z.number(),
  }),
  /** What the products that are added are worth at their price, after the file's transactions. */
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

const fieldValue = z.union([z.string(), z.number(), z.null()])

/** One field that changes: what it is, and what it will be, as people read it (a category by its name). */
export const importFieldChange = z.object({
  field: z.enum(importFields as [ImportField, ...ImportField[]]),
  from: fieldValue,
  to: fieldValue,
  /** For `stock_quantity`: the name of the location whose stock is set. */
  place: z.string().nullable(),
})

export type ImportFieldChange = z.output<typeof importFieldChange>

/** A record that is there already and will be changed, field by field. */
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

/** Everything an import would do and everything that is wrong with it. Nothing has been written. */
export const importPreview = z.object({
  counts: importCounts,
  /** Everything in the file is here already: importing it writes nothing. */
  changes_nothing: z.boolean(),
  /** Whether the stock of products that are there is set to the file's quantities. */
  set_stock: z.boolean(),
  /**
   * How many products that are there have another stock than the file says: its quantity and what its transactions that
   * stand have done since.
   */
  stock_differences: z.number(),
  /** Names that do not exist yet and will be made. */
  new_categories: z.array(z.string()),
  new_suppliers: z.array(z.string()),
  new_locations: z.array(z.string()),
  /** The first `limits.importRowsListed` products that are added. */
  products: z.array(importedProduct),
  /**
   * How many records that are there will be changed; `changes` holds the first `limits.importRowsListed`, in the order
   * of the file.
   */
  change_count: z.number(),
  changes: z.array(importChange),
  /** Rows of the Transactions sheet that stand since an earlier import and are left out, by that import. */
  imported_before: z.array(
    z.object({ import_id: id, file_name: z.string().nullable(), created_at: moment, rows: z.number() }),
  ),
  /**
   * How many problems there are in all; `problems` holds the first `limits.importProblemsListed`, in the order of the
   * file.
   */
  problem_count: z.number(),
  problems: z.array(importProblem),
  /** What is done differently from what the file may suggest: columns left out, stock left as it is. */
  notices: z.array(z.string()),
})

export type ImportPreview = z.output<typeof importPreview>

/** The details of the refusal `conflict` of an import: what changed between its preview and its confirmation. */
export type ImportConflict = { conflicts: ImportProblem[]; conflict_count: number }
