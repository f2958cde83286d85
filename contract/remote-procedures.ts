import { z } from 'zod'
import { command } from './endpoint.ts'
import { id, storableText } from './fields.ts'
import { limits } from './limits.ts'
import { product } from './products.ts'
import { stockOutcome } from './transactions.ts'
import { enteredTypes } from './stock-reasons.ts'
import { transfer } from './location-transfers.ts'

/**
 * The remote procedures under the names in the requirements. Each does what one endpoint of `/api/v1` does, by the same
 * command; here are only the names and kinds of their parameters. A caller may pass a user id, as required: it is
 * ignored, the token decides.
 */
const base = '/rest/v1'
const notLookedAt = z
  .unknown()
  .optional()
  .meta({ description: 'Ignored: the access token identifies the caller and the organization' })
const owner = { p_user_id: notLookedAt, p_org_id: notLookedAt, user_id: notLookedAt, org_id: notLookedAt }
const anyText = storableText(limits.textCharacters)
const text = anyText.nullish()

export const transferInventory = command({
  name: 'transfer_inventory',
  summary: 'Transfers units of one product from one location to another immediately (createTransfer)',
  method: 'POST',
  base,
  path: '/rpc/transfer_inventory',
  permission: 'stock.write',
  input: z.strictObject({
    ...owner,
    p_product_id: id,
    p_from_location_id: id,
    p_to_location_id: id,
    p_quantity: z.number(),
    p_reason: text,
    p_notes: text,
  }),
  output: transfer,
  changes: ['stock', 'transfers'],
})

export const initializeProductLocations = command({
  name: 'initialize_product_locations',
  summary: 'Adds an empty stock row at the product’s location if the product has none anywhere',
  method: 'POST',
  base,
  path: '/rpc/initialize_product_locations',
  permission: 'stock.write',
  input: z.strictObject({ ...owner, p_product_id: id }),
  output: z.object({ product_id: id, made: z.number() }),
  changes: ['stock'],
})

export const updateProductLocationStock = command({
  name: 'update_product_location_stock',
  summary: 'Adds to or removes from the stock of one product at one location (updateStock)',
  method: 'POST',
  base,
  path: '/rpc/update_product_location_stock',
  permission: 'stock.write',
  input: z.strictObject({
    ...owner,
    p_product_id: id,
    p_location_id: id,
    /** Units; negative for out, either for an adjustment. */
    p_quantity_change: z.number(),
    p_transaction_type: z.enum(enteredTypes),
  }),
  output: stockOutcome,
  changes: ['stock'],
})

export const updateProductProcedure = command({
  name: 'update_product_procedure',
  summary: 'Updates a product (updateProduct). Omitted fields don’t change',
  method: 'POST',
  base,
  path: '/rpc/update_product',
  permission: 'catalogue.write',
  input: z.strictObject({
    ...owner,
    product_id: id,
    product_name: anyText.optional(),
    product_description: text,
    /** Null: none. */
    product_category_id: id.nullish(),
    product_price: z.number().optional(),
    /** Null: not known. */
    product_cost_price: z.number().nullish(),
    /** Sets the stock on hand. A different value is refused if the stock is in several locations or lots. */
    product_stock_quantity: z.number().optional(),
    product_min_stock_level: z.number().optional(),
    product_image: text,
    product_sku: anyText.optional(),
    product_location: text,
    product_purchase_url: text,
  }),
  output: product,
  changes: ['products', 'stock', 'locations'],
})
