import { z } from 'zod'
import { command, query } from './endpoint.ts'
import { id, moment, requiredUrl } from './fields.ts'
import { page, pageInput } from './paging.ts'

export const priceUpdateStatuses = ['pending', 'applied', 'rejected'] as const

/** A price found on a product's purchase page: a suggestion until it is applied or rejected, once. */
export const priceUpdate = z.object({
  id,
  /** Null for an unsaved product. */
  product_id: id.nullable(),
  url: z.string(),
  /** The page's number, not converted; `currency` is the page's, null if it names none. */
  new_price: z.number(),
  currency: z.string().nullable(),
  found_in: z.enum(['json_ld', 'meta', 'microdata']),
  fetched_at: moment,
  status: z.enum(priceUpdateStatuses),
  closed_at: moment.nullable(),
})
export type PriceUpdate = z.output<typeof priceUpdate>

/** The message for every page whose price couldn't be determined, whatever the reason. */
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
    /** Missing or null for an unsaved product. */
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
    /** The product's version before and after; equal if it already had that price. Null for an unsaved product. */
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
    /** The product's current price; null for an unsaved product. */
    product_price: z.number().nullable(),
  }),
  changes: ['products'],
})

/** A product's price and cost from a moment on. */
export const productPrice = z.object({
  valid_from: moment,
  price: z.number(),
  /** 0 while unknown. */
  cost_price: z.number(),
  cost_is_known: z.boolean(),
  /** Typed into a form or sent by a program, imported, found on a page, or paid on receipt; null in older rows. */
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
