import { z } from 'zod'
import { asOfAnswer, asOfInput } from './as-of.ts'
import { query } from './endpoint.ts'
import { id } from './fields.ts'
import { page, pageInput } from './paging.ts'
import { fileFormat, exportedFile, categoryPart } from './reports.ts'

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
    /** False if one of several products is measured in decimals, such as kilograms: `units` adds different measures. */
    units_have_sum: z.boolean(),
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
  downloads: ['csv', 'xlsx'],
})
