import { z } from 'zod'
import { id, text } from './fields.ts'
import { limits } from './limits.ts'

/**
 * `relevance` is by name; while searching: names that begin with the text, names of which a later word does, SKUs that
 * do, all others. `category` is by the category's name, products without one last. `status` is out of stock, low, in
 * stock. Both and `minimum` are by name within.
 */
const productSorts = [
  'relevance',
  ...(['name', '-name', 'sku', '-sku', 'price', '-price'] as const),
  ...(['on_hand', '-on_hand', 'created_at', '-created_at'] as const),
  ...(['category', '-category', 'minimum', '-minimum', 'status', '-status'] as const),
] as const

/** What a list of products is narrowed and sorted by. */
export const productFilters = {
  /**
   * Each word must appear somewhere in name, SKU, barcode or description, ignoring case. A barcode or GS1 code also
   * finds the product with an equal barcode.
   */
  search: text(limits.searchCharacters).optional(),
  /** Where the words must appear: anywhere, or in name and SKU only. */
  search_in: z.enum(['everything', 'name_and_sku']).default('everything'),
  /** The product with this SKU, ignoring case. */
  sku: text(limits.skuCharacters).optional(),
  category_id: z.union([id, z.literal('none')]).optional(),
  /** The supplier. */
  supplier_id: z.union([id, z.literal('none')]).optional(),
  /**
   * `to_reorder`: what can be promised plus what is in transit and incoming, minus backorders, is at or below the
   * minimum.
   */
  stock: z.enum(['all', 'low', 'out', 'to_reorder']).default('all'),
  /** Only stock at this location. */
  location_id: id.optional(),
  sort: z.enum(productSorts).default('relevance'),
}
