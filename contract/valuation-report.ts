import { z } from 'zod'
import { asOfAnswer, asOfInput } from './as-of.ts'
import { query } from './endpoint.ts'
import { id } from './fields.ts'
import { page, pageInput } from './paging.ts'
import { fileFormat, exportedFile, categoryPart } from './reports.ts'

export const valuationSorts = [
  ...(['name', '-name', 'sku', '-sku', 'on_hand', '-on_hand', 'cost_price', '-cost_price'] as const),
  ...(['total_cost', '-total_cost', 'price', '-price', 'total_retail', '-total_retail', 'profit', '-profit'] as const),
] as const

/** A figure of many units: null if it has more than 15 digits, so that the others can still be shown. */
const figure = z.number().nullable()

/**
 * One product: total = stock × price, with the decimals of the currency; profit = retail − cost. Stock is on hand.
 * While the cost is unknown, cost, total cost and profit are 0 (empty cells in files). Files have the exact totals
 * instead, with every digit, so that a column adds up to the report's sum.
 */
export const valuationLine = z.object({
  product_id: id,
  name: z.string(),
  sku: z.string(),
  on_hand: z.number(),
  cost_price: z.number(),
  cost_is_known: z.boolean(),
  total_cost: figure,
  price: z.number(),
  total_retail: figure,
  profit: figure,
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

/** Exact sums, rounded once, to the decimals of the currency. Units of unknown cost are only in `total_retail`. */
const amounts = {
  total_cost: figure,
  total_retail: figure,
  /** `total_retail` − `unknown_cost_retail` − `total_cost`. */
  profit: figure,
  /** Units of unknown cost, and their value at price. */
  unknown_cost_units: figure,
  unknown_cost_retail: figure,
}
const worth = z.object({ units: figure, ...amounts })
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
    /** False if one of several products is measured in decimals, such as kilograms: units add different measures. */
    units_have_sum: z.boolean(),
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
    'Downloads the valuation as inventory_valuation.csv or .xlsx, one line per product, with columns for stock on hold and in transit at the end. Its amounts aren’t rounded, so each column adds up to the sum that the report shows',
  path: '/reports/valuation/file',
  permission: 'reports.read',
  input: z.strictObject({ ...valuationInput, format: fileFormat.default('csv') }),
  output: exportedFile,
  downloads: ['csv', 'xlsx'],
})
