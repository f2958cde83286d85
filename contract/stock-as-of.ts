import { z } from 'zod'
import { asOfAnswer, asOfInput, pastMoment, stockAsOf } from './as-of.ts'
import { query } from './endpoint.ts'
import { id } from './fields.ts'
import { balances } from './stock.ts'

/** A location at that time: only those with stock. */
const locationStockAsOf = z.object({
  location_id: id,
  location_name: z.string(),
  ...balances,
  lots: z.array(z.object({ lot_id: id, lot_number: z.string(), expires_on: z.string().nullable(), ...balances })),
})

export const productStockAsOf = stockAsOf.extend({
  product_id: id,
  quantity_decimals: z.number(),
  as_of: asOfAnswer,
  /** Most on hand first. */
  locations: z.array(locationStockAsOf),
})

export type ProductStockAsOf = z.output<typeof productStockAsOf>

export const readProductStockAsOf = query({
  name: 'read_product_stock_as_of',
  summary: 'Returns the stock of one product at a point in time, by location and lot, with its value at that time',
  path: '/products/:product_id/stock-as-of',
  permission: 'stock.read',
  input: z.strictObject({ product_id: id, ...asOfInput, as_of: pastMoment }),
  output: productStockAsOf,
})

export const readStockValueAsOf = query({
  name: 'read_stock_value_as_of',
  summary: 'Returns the units on hand of all products at a point in time, valued at the costs and prices of that time',
  path: '/stock-value-as-of',
  permission: 'stock.read',
  input: z.strictObject({ ...asOfInput, as_of: pastMoment }),
  output: z.object({
    as_of: asOfAnswer,
    units: z.number(),
    /** False if one of several products is measured in decimals, such as kilograms: `units` adds different measures. */
    units_have_sum: z.boolean(),
    value_at_cost: z.number(),
    value_at_price: z.number(),
    /** Units of then unknown cost: they aren't in `value_at_cost`. */
    unknown_cost_units: z.number(),
  }),
})
