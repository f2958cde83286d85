import { z } from 'zod'
import { asOfAnswer, asOfInput, clocks, pastMoment, stockAsOf } from './as-of.ts'
import { command, query } from './endpoint.ts'
import { id, idOr, moment, optionalText, quantity } from './fields.ts'
import { limits } from './limits.ts'
import { page, pageInput } from './paging.ts'
import { documentLink, releasedPromise, undoState } from './transactions.ts'
import { transactionTypes } from './transaction-types.ts'

/** The accounts at a location. `on_hand` (available + reserved) is the business's stock; held units are separate. */
export const stockAccounts = ['available', 'reserved', 'held', 'in_transit', 'incoming'] as const

export const explainedNumbers = ['on_hand', ...stockAccounts] as const

export type ExplainedNumber = (typeof explainedNumbers)[number]

const balances = {
  on_hand: z.number(),
  available: z.number(),
  reserved: z.number(),
  held: z.number(),
  in_transit: z.number(),
  incoming: z.number(),
}

/** One lot at one location. Units without a lot have the product's id as `lot_id` and an empty `lot_number`. */
export const lotStock = z.object({
  lot_id: id,
  lot_number: z.string(),
  expires_on: z.string().nullable(),
  is_expired: z.boolean(),
  ...balances,
})

export const locationStock = z.object({
  /** Of the product at this location. Derived from both ids, so it never changes. */
  id,
  product_id: id,
  location_id: id,
  location: z.object({ id, name: z.string(), is_default: z.boolean(), is_active: z.boolean() }),
  location_name: z.string(),
  is_default: z.boolean(),
  is_active: z.boolean(),
  /** The same as `on_hand`. */
  quantity: z.number(),
  ...balances,
  min_stock_level: z.number(),
  /** Null means none. */
  max_stock_level: z.number().nullable(),
  /**
   * On hand at or below this location's own minimum. Without one: nothing on hand, after available units have been
   * there and left.
   */
  is_low: z.boolean(),
  lots: z.array(lotStock),
})

export type LocationStock = z.output<typeof locationStock>

export const productStock = z.object({
  product_id: id,
  quantity_decimals: z.number(),
  ...balances,
  backordered: z.number(),
  minimum: z.number(),
  is_low: z.boolean(),
  is_out: z.boolean(),
  /** Every location that has, expects or has a rule for the product; most on hand first. */
  locations: z.array(locationStock),
  /**
   * How many units each reason that removes stock could take now, from which account: in total (`location_id` null) and
   * at each location. `expired`: how many more it could take if nothing had expired.
   */
  may_take: z.array(
    z.object({
      reason_code: z.string(),
      account: z.enum(['available', 'held']),
      location_id: id.nullable(),
      quantity: z.number(),
      expired: z.number(),
    }),
  ),
  /** Open purchase orders with units still to come, the earliest delivery first, those without a date last. */
  deliveries: z.array(
    z.object({
      purchase_order_id: id,
      order_number: z.string(),
      supplier_name: z.string(),
      expected_date: z.string().nullable(),
      quantity: z.number(),
    }),
  ),
  /** Open sales orders with units that haven't left, in the order in which they are filled. */
  waiting_orders: z.array(
    z.object({
      sales_order_id: id,
      order_number: z.string(),
      customer_name: z.string(),
      reserved: z.number(),
      backordered: z.number(),
    }),
  ),
})

export type ProductStock = z.output<typeof productStock>

export const readProductStock = query({
  name: 'read_product_stock',
  summary: 'Returns the stock of one product by location and lot',
  path: '/products/:product_id/stock',
  permission: 'stock.read',
  input: z.strictObject({ product_id: id }),
  output: productStock,
})

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
    value_at_cost: z.number(),
    value_at_price: z.number(),
    /** Units of then unknown cost: they aren't in `value_at_cost`. */
    unknown_cost_units: z.number(),
  }),
})

/** One movement behind a number: `change` is its effect, `balance` the number after it. */
export const explainedMovement = z.object({
  posting_id: id,
  line_no: z.number(),
  kind: z.string(),
  type: z.enum(transactionTypes),
  reason: z.string().nullable(),
  happened_at: moment,
  recorded_at: moment,
  change: z.number(),
  balance: z.number(),
  from_account: z.string(),
  from_location_name: z.string().nullable(),
  to_account: z.string(),
  to_location_name: z.string().nullable(),
  lot_number: z.string().nullable(),
  notes: z.string().nullable(),
  user_reference: z.string(),
  is_own: z.boolean(),
  document: documentLink.nullable(),
  reverses_posting_id: id.nullable(),
  reversed_by_posting_id: id.nullable(),
  /** Of the entire posting: an undo reverses all its movements. */
  undo: undoState,
})

export type ExplainedMovement = z.output<typeof explainedMovement>

/** The stored level, compared with the sum of its movements, read in one snapshot. */
export const ledgerCheck = z.object({
  level: z.number(),
  movements: z.number(),
  adds_up: z.boolean(),
  checked_at: moment,
})

/** Which number: of one product, at one location, of one lot there (the product's id means goods without a lot). */
const explainedScope = {
  product_id: id,
  account: z.enum(explainedNumbers).default('on_hand'),
  location_id: id.optional(),
  lot_id: id.optional(),
}

export const explainStock = query({
  name: 'explain_stock',
  summary:
    'Lists every movement behind a stock figure, now or at a point in time, latest first by either clock, with a running balance verified against the ledger',
  path: '/products/:product_id/explain',
  permission: 'stock.read',
  input: z.strictObject({
    ...pageInput,
    ...explainedScope,
    as_of: pastMoment.optional(),
    /** Only the movements after this moment; the balance still includes all before it. */
    since: pastMoment.optional(),
    /** The clock of `as_of`, `since` and of the order. Only by `recorded` was the balance never negative. */
    by: z.enum(clocks).default('recorded'),
  }),
  output: page(explainedMovement).extend({
    as_of: asOfAnswer.nullable(),
    /** The number itself, and whether its movements add up to it. Only on the first page. */
    value: z.number().nullable(),
    check: ledgerCheck.nullable(),
  }),
})

/** The sum of movements of one kind between two moments. */
export const summedChange = z.object({
  kind: z.string(),
  type: z.enum(transactionTypes),
  reason: z.string().nullable(),
  direction: z.enum(['up', 'down']),
  movements: z.number(),
  change: z.number(),
})

export type SummedChange = z.output<typeof summedChange>

export const readStockChanges = query({
  name: 'read_stock_changes',
  summary:
    'Explains how a stock figure changed between two points in time: the starting figure, totals by kind and reason, and the final figure',
  path: '/products/:product_id/stock-changes',
  permission: 'stock.read',
  input: z.strictObject({
    ...explainedScope,
    /** After this moment, up to and including that one; now if omitted. */
    since: pastMoment,
    as_of: pastMoment.optional(),
    by: z.enum(clocks).default('happened'),
  }),
  output: z.object({
    since: asOfAnswer,
    as_of: asOfAnswer.nullable(),
    start: z.number(),
    /** Largest sums first. */
    changes: z.array(summedChange),
    end: z.number(),
    /** Whether start and changes add up to end, each read independently. */
    adds_up: z.boolean(),
  }),
})

const counted = z.strictObject({
  /** Null or the product's id: units without a lot. */
  lot_id: id.nullish(),
  /** On hand as the editor saw it; refused with the current value if it has changed. */
  from: quantity(),
  to: quantity(),
})

export const setLocationStock = command({
  name: 'set_location_stock',
  summary: 'Sets the quantity on hand of one product at one location, and its minimum and maximum there',
  method: 'POST',
  path: '/products/:product_id/location-stock',
  permission: 'stock.write',
  input: z
    .strictObject({
      id: id.optional(),
      product_id: id,
      location_id: idOr('Location is required'),
      /** One line per changed lot; none if only the levels change. */
      quantities: z.array(counted).max(limits.linesPerDocument).default([]),
      min_stock_level: quantity('Minimum stock level cannot be negative').optional(),
      /** 0 means none. */
      max_stock_level: quantity('Maximum stock level cannot be negative').nullish(),
      notes: optionalText(),
    })
    .refine(({ min_stock_level: min, max_stock_level: max }) => !max || min === undefined || max >= min, {
      path: ['max_stock_level'],
      error: 'Maximum level must not be below the minimum level',
    }),
  output: z.object({ posting_id: id.nullable(), location: locationStock, released: z.array(releasedPromise) }),
  status: 201,
  changes: ['stock'],
})
