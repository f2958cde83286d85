import { z } from 'zod'
import { command, query } from './endpoint.ts'
import { filterDate, flag, id, moment, optionalText, requiredList } from './fields.ts'
import { limits } from './limits.ts'
import { page, pageInput } from './paging.ts'
import { countedLot } from './stock.ts'
import { releasedReservation } from './transactions.ts'

/** A product at a location with what should be there, lot by lot. */
export const productToCount = z.object({
  product_id: id,
  product_name: z.string(),
  product_sku: z.string(),
  product_image: z.string().nullable(),
  quantity_decimals: z.number(),
  /** Of all lots together. */
  on_hand: z.number(),
  /** Units without a lot have the product's id as `lot_id` and an empty `lot_number`. */
  lots: z.array(
    z.object({ lot_id: id, lot_number: z.string(), expires_on: z.string().nullable(), on_hand: z.number() }),
  ),
  /** When it was last counted here; null if never. Counts that were undone don't count. */
  last_counted_at: moment.nullable(),
})
export type ProductToCount = z.output<typeof productToCount>

export const stockCount = z.object({
  id,
  product_id: id,
  product_name: z.string(),
  product_sku: z.string(),
  location_id: id,
  /** On hand before the count. */
  expected: z.number(),
  counted: z.number(),
  /** Null if the count found no difference. */
  posting_id: id.nullable(),
  is_undone: z.boolean(),
  user_id: id,
  user_reference: z.string(),
  counted_at: moment,
})
export type StockCount = z.output<typeof stockCount>

const since = filterDate
  .optional()
  .describe('The day or moment the count began: earlier counts don’t count. Without it, every count does.')

export const listProductsToCount = query({
  name: 'list_products_to_count',
  summary: 'Lists the products that are on hand at a location and haven’t been counted there since a day, by name',
  path: '/locations/:location_id/products-to-count',
  permission: 'stock.read',
  input: z.strictObject({
    ...pageInput,
    location_id: id,
    since,
    /** Only this product, whether or not it was counted or is on hand there. */
    product_id: id.optional(),
  }),
  output: page(productToCount),
})

export const readCountProgress = query({
  name: 'read_count_progress',
  summary: 'Returns how many products of a location were counted since a day, and how many are left',
  path: '/locations/:location_id/count-progress',
  permission: 'stock.read',
  input: z.strictObject({ location_id: id, since }),
  output: z.object({
    counted: z.number(),
    /** Products on hand there that weren't counted. */
    left: z.number(),
    /** Of the counted ones: those with a difference that wasn't undone. */
    with_difference: z.number(),
  }),
})

export const printCountSheet = query({
  name: 'print_count_sheet',
  summary:
    'Downloads a sheet to count a location on paper as PDF: the products left to count, with their lots and boxes',
  path: '/locations/:location_id/count-sheet',
  permission: 'stock.read',
  input: z.strictObject({
    location_id: id,
    since,
    /** Whether the quantities on hand are printed. Without them, people count instead of confirming. */
    with_expected: flag.default(false),
    /** Which 2,000 of the products, by name: 1 are the first ones. */
    part: z.coerce.number('Enter a whole number').int('Enter a whole number').min(1).max(10_000).default(1),
  }),
  output: z.object({ file_name: z.string(), content_type: z.string(), body: z.unknown() }),
  downloads: ['pdf'],
})

export const listStockCounts = query({
  name: 'list_stock_counts',
  summary: 'Lists the counts of a location, newest first',
  path: '/locations/:location_id/stock-counts',
  permission: 'stock.read',
  input: z.strictObject({ ...pageInput, location_id: id, since }),
  output: page(stockCount),
})

export const countStock = command({
  name: 'count_stock',
  summary:
    'Records a count of one product at one location, all its lots there together. On hand becomes what was counted; a count without a difference is recorded, too',
  method: 'POST',
  path: '/locations/:location_id/stock-counts',
  permission: 'stock.write',
  input: z.strictObject({
    id: id.optional(),
    location_id: id,
    product_id: id,
    /** Every lot that is on hand at the location; refused as `conflict` if one is missing. */
    lots: requiredList(countedLot, 'Enter what you counted').max(limits.linesPerDocument),
    notes: optionalText(),
  }),
  output: z.object({
    count: stockCount,
    /** The product as it is now. */
    product: productToCount,
    released: z.array(releasedReservation),
  }),
  status: 201,
  changes: ['stock'],
})
