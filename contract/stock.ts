import { z } from 'zod'
import { command, query } from './endpoint.ts'
import { id, idOr, notADate, optionalDay, optionalText, quantity } from './fields.ts'
import { limits } from './limits.ts'
import { releasedReservation } from './transactions.ts'

/** The accounts at a location. `on_hand` (available + reserved) is the business's stock; held units are separate. */
export const stockAccounts = ['available', 'reserved', 'held', 'in_transit', 'incoming'] as const

/** Units in each account of a location. */
export const balances = {
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
      /** Whether that day has passed in the organization's time zone. */
      is_late: z.boolean(),
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

/** A counted lot. */
export const countedLot = z.strictObject({
  /** Null or the product's id: units without a lot. */
  lot_id: id.nullish(),
  /** On hand as the editor saw it; refused with the current value if it has changed. */
  from: quantity(),
  /** On hand as counted. */
  to: quantity(),
})

/** The error of a location's maximum level. */
export const maximumBelowMinimum = 'Maximum level must not be below the minimum level'

export const updateLot = command({
  name: 'update_lot',
  summary:
    'Changes the expiry date of a lot, or removes it. Orders that wait for the product get what can be used again',
  method: 'PUT',
  path: '/products/:product_id/lots/:id',
  permission: 'stock.write',
  wholeOrganization: true,
  input: z.strictObject({
    product_id: id,
    id,
    expires_on: optionalDay,
    /** The date as the editor saw it, null for none; refused if it has changed. Not compared if omitted. */
    from: z.iso.date(notADate).nullable().optional(),
  }),
  output: z.object({ id, lot_number: z.string(), expires_on: z.string().nullable() }),
  changes: ['stock'],
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
      quantities: z.array(countedLot).max(limits.linesPerDocument).default([]),
      min_stock_level: quantity('Minimum stock level cannot be negative').optional(),
      /** 0 means none. */
      max_stock_level: quantity('Maximum stock level cannot be negative').nullish(),
      notes: optionalText(),
    })
    .refine(({ min_stock_level: min, max_stock_level: max }) => !max || min === undefined || max >= min, {
      path: ['max_stock_level'],
      error: maximumBelowMinimum,
    }),
  output: z.object({ posting_id: id.nullable(), location: locationStock, released: z.array(releasedReservation) }),
  status: 201,
  changes: ['stock'],
})
