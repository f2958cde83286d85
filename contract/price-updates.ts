import { z } from 'zod'
import { command, query } from './endpoint.ts'
import { id, moment, requiredUrl } from './fields.ts'
import { page, pageInput } from './paging.ts'

export const priceUpdateStatuses = ['pending', 'applied', 'rejected'] as const

/** A price that was found on a product's purchase page: a suggestion until someone applies or rejects it, once. */
export const priceUpdate = z.object({
  id,
  /** Null for a product that was not saved yet. */
  product_id: id.nullable(),
  url: z.string(),
  /** Dollars, as the page states the number; `currency` is what the page names beside it, null when nothing. */
  new_price: z.number(),
  currency: z.string().nullable(),
  found_in: z.enum(['json_ld', 'meta', 'microdata']),
  fetched_at: moment,
  status: z.enum(priceUpdateStatuses),
  closed_at: moment.nullable(),
})
export type PriceUpdate = z.output<typeof priceUpdate>

/** The text for every page whose price was not found out, whatever the reason. */
export const fetchFailed = 'Failed to fetch price'

export const fetchPrice = command({
  name: 'fetch_price',
  summary: 'Fetches a purchase page and suggests the price found on it. Every failure returns the same error',
  method: 'POST',
  base: '/functions/v1',
  path: '/fetch-price',
  permission: 'catalogue.write',
  input: z.strictObject({
    url: requiredUrl(),
    /** Missing or null for a product that is not saved yet. */
    productId: id.nullish(),
  }),
  output: z.object({ priceUpdateId: id }),
  changes: [],
})

export const readPriceUpdate = query({
  name: 'read_price_update',
  summary: 'Returns one suggested price',
  path: '/price-updates/:id',
  permission: 'catalogue.read',
  input: z.strictObject({ id }),
  output: priceUpdate,
})

export const applyPriceUpdate = command({
  name: 'apply_price_update',
  summary: 'Applies a suggested price to its product, once. Applying it again has no effect',
  method: 'POST',
  path: '/price-updates/:id/application',
  permission: 'catalogue.write',
  input: z.strictObject({ id }),
  output: priceUpdate.extend({
    /**
     * The product's version before and after; equal when its price was that already. Null for a product not saved yet.
     */
    product: z.object({ id, price: z.number(), version_before: z.number(), version: z.number() }).nullable(),
  }),
  changes: ['products'],
})

export const rejectPriceUpdate = command({
  name: 'reject_price_update',
  summary: 'Rejects a suggested price. The product’s price doesn’t change',
  method: 'POST',
  path: '/price-updates/:id/rejection',
  permission: 'catalogue.write',
  input: z.strictObject({ id }),
  output: priceUpdate.extend({
    /** The price the product has; null for a product not saved yet. */
    product_price: z.number().nullable(),
  }),
  changes: ['products'],
})

/** A price and cost of a product from a moment on. */
export const productPrice = z.object({
  valid_from: moment,
  price: z.number(),
  /** 0 while it was not known. */
  cost_price: z.number(),
  cost_is_known: z.boolean(),
  /**
   * Typed at a form or sent by a program, brought by an import, found on a page, paid for received goods; null where
   * that was not kept yet.
   */
  source: z.enum(['typed', 'imported', 'fetched', 'received']).nullable(),
  /** The page of a fetched price. */
  url: z.string().nullable(),
  /** The receipt whose purchase price became the cost. */
  receipt_id: id.nullable(),
  user_reference: z.string(),
  is_own: z.boolean(),
})

export const listProductPrices = query({
  name: 'list_product_prices',
  summary: 'Lists a product’s cost and sales prices over time, newest first, with who changed them and how',
  path: '/products/:product_id/prices',
  permission: 'catalogue.read',
  input: z.strictObject({ ...pageInput, product_id: id }),
  output: page(productPrice),
})
