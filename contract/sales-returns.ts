import { z } from 'zod'
import { command, query } from './endpoint.ts'
import { id, idOr, moment, optionalDay, optionalText, positiveQuantity, requiredList } from './fields.ts'
import { limits } from './limits.ts'
import { page, pageInput } from './paging.ts'
import { salesOrder, salesReturnSummary } from './sales-orders.ts'

export const salesReturnLine = z.object({
  line_no: z.number(),
  /** Null if the order's line was removed after the return was undone. */
  sales_order_item_id: id.nullable(),
  product_id: id,
  product_name: z.string(),
  product_sku: z.string(),
  quantity_decimals: z.number(),
  location_id: id,
  location_name: z.string(),
  quantity: z.number(),
  account: z.enum(['available', 'held']),
  /** The numbers of the lots it came back to; empty for units without a lot. */
  lot_numbers: z.array(z.string()),
  notes: z.string().nullable(),
})

export const salesReturn = salesReturnSummary.extend({
  /**
   * Whether its order shipped from, or took back at, locations the caller isn't limited to: then it can't be undone.
   */
  concerns_other_locations: z.boolean(),
  undone_by: z.string().nullable(),
  undone_at: moment.nullable(),
  lines: z.array(salesReturnLine),
})
export type SalesReturn = z.output<typeof salesReturn>

export const listSalesReturns = query({
  name: 'list_returns',
  summary: 'Lists customer returns, newest first',
  path: '/returns',
  permission: 'orders.read',
  input: z.strictObject({ ...pageInput, sales_order_id: id.optional() }),
  output: page(salesReturnSummary),
})

const returnId = z.strictObject({ return_id: id })

export const readSalesReturn = query({
  name: 'read_return',
  summary: 'Returns one return with its lines',
  path: '/returns/:return_id',
  permission: 'orders.read',
  input: returnId,
  output: salesReturn,
})

const returnableLot = z.object({
  sales_order_item_id: id,
  /** The product's id: units without a lot. */
  lot_id: id,
  lot_number: z.string(),
  /** Shipped, and not returned. */
  quantity: z.number(),
})
export type ReturnableLot = z.output<typeof returnableLot>

export const listReturnableLots = query({
  name: 'list_returnable_lots',
  summary: 'Lists what the customer of an order can return, by line and lot',
  path: '/sales-orders/:sales_order_id/returnable-lots',
  permission: 'orders.read',
  input: z.strictObject({ sales_order_id: id }),
  output: z.object({ items: z.array(returnableLot) }),
})

export const createSalesReturn = command({
  name: 'create_return',
  summary:
    'Records a customer return. The units go back into the lots they came from, at most what was shipped and not yet returned',
  method: 'POST',
  path: '/sales-orders/:sales_order_id/returns',
  permission: 'orders.write',
  input: z.strictObject({
    id: id.optional(),
    sales_order_id: id,
    /** The day on which the units came back, if that was earlier; today otherwise. */
    happened_at: optionalDay,
    notes: optionalText(),
    lines: requiredList(
      z.strictObject({
        sales_order_item_id: id,
        quantity: positiveQuantity('Quantity must be greater than 0'),
        location_id: idOr('Location is required'),
        /** The lot that came back; the product's id: units without a lot; null: any of those that were shipped. */
        lot_id: id.nullish(),
        /** Held: needs inspection before it is sold again. */
        account: z.enum(['available', 'held']).default('available'),
        notes: optionalText(),
      }),
      'Enter a quantity for at least one item',
    ).max(limits.linesPerDocument, `A return has at most ${limits.linesPerDocument} lines`),
  }),
  output: z.object({ return: salesReturn, order: salesOrder }),
  status: 201,
  changes: ['sales-orders', 'stock'],
})

export const reverseSalesReturn = command({
  name: 'reverse_return',
  summary: 'Undoes a return, once. Its units count as shipped again',
  method: 'POST',
  path: '/returns/:return_id/reversal',
  permission: 'orders.write',
  input: returnId,
  output: salesReturn,
  changes: ['sales-orders', 'stock'],
})
