import { z } from 'zod'
import { asOfAnswer, asOfInput } from './as-of.ts'
import { query } from './endpoint.ts'
import { id, moment } from './fields.ts'
import { page, pageInput } from './paging.ts'
import { transactionTypes } from './transaction-types.ts'

/** The reports, in display order. */
export const reports = ['inventory', 'transactions', 'valuation'] as const
export type Report = (typeof reports)[number]

/** The download formats of a report. */
export const fileFormats = ['csv', 'xlsx'] as const
export const fileFormat = z.enum(fileFormats)

/** A file as a response: its name, type and bytes; and the description of the export in the audit trail. */
export const exportedFile = z.object({
  file_name: z.string(),
  content_type: z.string(),
  body: z.unknown(),
  recorded_as: z.unknown().optional(),
})

/**
 * A report's totals for one category; `id` is null for products without one, and for all smaller categories together.
 */
const categoryPart = z.object({ id: id.nullable(), name: z.string(), color: z.string(), products: z.number() })

// Inventory Status

export const inventorySorts = [
  ...(['name', '-name', 'sku', '-sku', 'category', '-category', 'price', '-price'] as const),
  ...(['cost_price', '-cost_price', 'on_hand', '-on_hand', 'minimum', '-minimum'] as const),
] as const

/**
 * One product, its units on hand and its minimum. Names, categories and minimums are current; stock, price and cost
 * those of the moment.
 */
export const inventoryLine = z.object({
  product_id: id,
  name: z.string(),
  sku: z.string(),
  category: z.string(),
  category_color: z.string(),
  price: z.number(),
  /** 0 while unknown; files have an empty cell then. */
  cost_price: z.number(),
  cost_is_known: z.boolean(),
  on_hand: z.number(),
  minimum: z.number(),
  /** On hand at or below the minimum; out at nothing on hand. */
  is_low: z.boolean(),
  is_out: z.boolean(),
})
export type InventoryLine = z.output<typeof inventoryLine>

const inventoryInput = { ...asOfInput, sort: z.enum(inventorySorts).default('name') }

export const readInventoryReport = query({
  name: 'read_inventory_report',
  summary: 'Lists every product with its prices, stock and minimum, now or at a past point in time',
  path: '/reports/inventory',
  permission: 'reports.read',
  input: z.strictObject({ ...pageInput, ...inventoryInput }),
  output: page(inventoryLine),
  statementTimeoutMs: 15_000,
})

export const readInventorySummary = query({
  name: 'read_inventory_summary',
  summary: 'Returns the totals of the inventory report, overall and by category',
  path: '/reports/inventory/summary',
  permission: 'reports.read',
  input: z.strictObject(asOfInput),
  output: z.object({
    as_of: asOfAnswer.nullable(),
    products: z.number(),
    units: z.number(),
    low: z.number(),
    out: z.number(),
    /** The largest categories by products, the others combined. Low includes out of stock. */
    categories: z.array(categoryPart.extend({ units: z.number(), low: z.number(), out: z.number() })),
  }),
  statementTimeoutMs: 15_000,
})
export type InventorySummary = z.output<typeof readInventorySummary.output>

export const downloadInventoryReport = query({
  name: 'download_inventory_report',
  summary: 'Downloads the inventory report as inventory_report.csv or .xlsx',
  path: '/reports/inventory/file',
  permission: 'reports.read',
  input: z.strictObject({ ...inventoryInput, format: fileFormat.default('csv') }),
  output: exportedFile,
  answers: 'file',
})

// Inventory Valuation

export const valuationSorts = [
  ...(['name', '-name', 'sku', '-sku', 'on_hand', '-on_hand', 'cost_price', '-cost_price'] as const),
  ...(['total_cost', '-total_cost', 'price', '-price', 'total_retail', '-total_retail', 'profit', '-profit'] as const),
] as const

/**
 * One product: total = stock × price, to the cent; profit = retail − cost. Stock is on hand. While the cost is unknown,
 * cost, total cost and profit are 0 (empty cells in files).
 */
export const valuationLine = z.object({
  product_id: id,
  name: z.string(),
  sku: z.string(),
  on_hand: z.number(),
  cost_price: z.number(),
  cost_is_known: z.boolean(),
  total_cost: z.number(),
  price: z.number(),
  total_retail: z.number(),
  profit: z.number(),
})
export type ValuationLine = z.output<typeof valuationLine>

const valuationInput = { ...asOfInput, sort: z.enum(valuationSorts).default('name') }

export const readValuationReport = query({
  name: 'read_valuation_report',
  summary: 'Lists what each product on hand cost and would sell for, now or at a past point in time',
  path: '/reports/valuation',
  permission: 'reports.read',
  input: z.strictObject({ ...pageInput, ...valuationInput }),
  output: page(valuationLine),
  statementTimeoutMs: 15_000,
})

/** Sums of exact products, rounded to the cent once. Units of unknown cost are only in `total_retail`. */
const amounts = {
  total_cost: z.number(),
  total_retail: z.number(),
  /** `total_retail` − `unknown_cost_retail` − `total_cost`. */
  profit: z.number(),
  /** Units of unknown cost, and their value at price. */
  unknown_cost_units: z.number(),
  unknown_cost_retail: z.number(),
}
const worth = z.object({ units: z.number(), ...amounts })
export type Worth = z.output<typeof worth>

export const readValuationSummary = query({
  name: 'read_valuation_summary',
  summary:
    'Returns the value of the stock at cost and at price: on hand, in transit and held separately; on hand also by category',
  path: '/reports/valuation/summary',
  permission: 'reports.read',
  input: z.strictObject(asOfInput),
  output: z.object({
    as_of: asOfAnswer.nullable(),
    products: z.number(),
    on_hand: worth,
    in_transit: worth,
    held: worth,
    /** The largest categories by what they would sell for, the others as one. */
    categories: z.array(categoryPart.extend(amounts)),
  }),
  statementTimeoutMs: 15_000,
})

export type ValuationSummary = z.output<typeof readValuationSummary.output>

export const downloadValuationReport = query({
  name: 'download_valuation_report',
  summary:
    'Downloads the valuation as inventory_valuation.csv or .xlsx, one line per product, with columns for stock on hold and in transit at the end',
  path: '/reports/valuation/file',
  permission: 'reports.read',
  input: z.strictObject({ ...valuationInput, format: fileFormat.default('csv') }),
  output: exportedFile,
  answers: 'file',
})

// Transaction History

/**
 * One entry of the history. `quantity` is signed: its change of on hand, or of stock on hold if on hand didn't change.
 */
export const reportedTransaction = z.object({
  /** `posting_id:entry_no`. */
  id: z.string(),
  date: moment,
  product_id: id,
  product_name: z.string(),
  product_sku: z.string(),
  type: z.enum(transactionTypes),
  quantity: z.number(),
  /** As typed; the reason's code if nothing was typed. */
  notes: z.string().nullable(),
  reason: z.string().nullable(),
})
export type ReportedTransaction = z.output<typeof reportedTransaction>

/** `2026-06-30`. */
const day = z.iso.date('Enter a day').refine((value) => value >= '1970' && value < '9999', 'Enter a day')

const transactionFilters = {
  ...asOfInput,
  /** Everything that moved stock, if no type is given. */
  type: z.enum(transactionTypes).optional(),
  product_id: id.optional(),
  /** The first and the last day, by happened time, in the organization's time zone. */
  from: day.optional(),
  to: day.optional(),
}
export const transactionSorts = ['-date', 'date'] as const
const transactionInput = { ...transactionFilters, sort: z.enum(transactionSorts).default('-date') }

export const readTransactionsReport = query({
  name: 'read_transactions_report',
  summary: 'Lists every transaction that moved stock. Pending transactions aren’t included',
  path: '/reports/transactions',
  permission: 'reports.read',
  input: z.strictObject({ ...pageInput, ...transactionInput }),
  output: page(reportedTransaction),
})

export const stepsOfTime = ['day', 'week', 'month', 'year'] as const

export const readTransactionsSummary = query({
  name: 'read_transactions_summary',
  summary: 'Returns how many units came in and went out, in total and over time',
  path: '/reports/transactions/summary',
  permission: 'reports.read',
  input: z.strictObject(transactionFilters),
  output: z.object({
    as_of: asOfAnswer.nullable(),
    /** False if there are more than `limits.summedTransactions`: then nothing is summed. */
    is_complete: z.boolean(),
    transactions: z.number(),
    units_in: z.number(),
    units_out: z.number(),
    step: z.enum(stepsOfTime),
    /**
     * Every interval from the first transaction to the last, including empty ones, by its first day (in the
     * organization's time zone).
     */
    steps: z.array(z.object({ begins: z.string(), units_in: z.number(), units_out: z.number() })),
  }),
  statementTimeoutMs: 15_000,
})
export type TransactionsSummary = z.output<typeof readTransactionsSummary.output>

export const downloadTransactionsReport = query({
  name: 'download_transactions_report',
  summary: 'Downloads the transaction history as transactions_report.csv or .xlsx',
  path: '/reports/transactions/file',
  permission: 'reports.read',
  input: z.strictObject({ ...transactionInput, format: fileFormat.default('csv') }),
  output: exportedFile,
  answers: 'file',
})
