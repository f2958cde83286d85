import { z } from 'zod'
import { asOfAnswer, asOfInput, stockAsOf } from './as-of.ts'
import { command, query } from './endpoint.ts'
import {
  flag,
  id,
  moment,
  money,
  optionalImage,
  optionalText,
  optionalUrl,
  quantity,
  requiredText,
  text,
  unitCost,
  version,
} from './fields.ts'
import { limits } from './limits.ts'
import { page, pageInput } from './paging.ts'
import { productFilters } from './product-filters.ts'

/** The stock of a product over all locations, in its units. `reserved` is part of `on_hand`. */
export const productTotals = z.object({
  on_hand: z.number(),
  available: z.number(),
  /** Available and not expired: what new orders can reserve. */
  to_promise: z.number(),
  reserved: z.number(),
  held: z.number(),
  in_transit: z.number(),
  incoming: z.number(),
  backordered: z.number(),
  minimum: z.number(),
  /** On hand at or below the minimum. */
  is_low: z.boolean(),
  /** Nothing on hand. */
  is_out: z.boolean(),
})

export type ProductTotals = z.output<typeof productTotals>

/** A category as it is shown on something that belongs to it. */
export const categoryLabel = z.object({ id, name: z.string(), color: z.string() })

/** An editable product. */
const productRecord = z.object({
  id,
  /** Who added it. */
  user_id: id,
  name: z.string(),
  sku: z.string(),
  /** What a scanner reads from its package. */
  barcode: z.string().nullable(),
  description: z.string().nullable(),
  category_id: id.nullable(),
  supplier_id: id.nullable(),
  price: z.number(),
  /** The cost of a unit; 0 while unknown. */
  cost_price: z.number(),
  cost_is_known: z.boolean(),
  /** On hand over all locations: the same as `stock.on_hand`. */
  stock_quantity: z.number(),
  /** The same as `stock.minimum`. */
  min_stock_level: z.number(),
  /** How many decimals its quantities may have, 0 to 4. */
  quantity_decimals: z.number(),
  image: z.string().nullable(),
  /** The name of its main location; units received without a location go there. */
  location: z.string().nullable(),
  purchase_url: z.string().nullable(),
  archived_at: moment.nullable(),
  version,
  created_at: moment,
  updated_at: moment,
  category: categoryLabel.nullable(),
  stock: productTotals,
})

/** A location with stock of a product. */
const locationLabel = z.object({ id, name: z.string(), on_hand: z.number() })

export const productListItem = productRecord.extend({
  /** The two locations with the most. */
  locations: z.array(locationLabel),
  /** How many more locations have some. */
  more_locations: z.number(),
  /** The stock at the requested moment; null for now. Everything else is current. */
  stock_as_of: stockAsOf.nullable(),
})

export type ProductListItem = z.output<typeof productListItem>

const relatedProduct = z.object({
  id,
  name: z.string(),
  sku: z.string(),
  image: z.string().nullable(),
  price: z.number(),
  on_hand: z.number(),
})

export const product = productRecord.extend({
  supplier: z.object({ id, name: z.string() }).nullable(),
  /** Where its units go by default; null if the organization has no default location. */
  home_location: z.object({ id, name: z.string() }).nullable(),
  /** Up to three others of its category. */
  related: z.array(relatedProduct),
  /** Whether any movement or document names it: then it can only be archived, not deleted. */
  has_history: z.boolean(),
})

export type Product = z.output<typeof product>

/** More of the product at other locations, when it is created or not stored there yet. */
const additionalLocation = z.strictObject({
  location_id: id,
  quantity: quantity('Stock quantity cannot be negative').default(0),
})

/** The editable fields, the same for create and edit. */
export const productFields = {
  name: requiredText('Name is required'),
  sku: requiredText('SKU is required', limits.skuCharacters),
  /** Null or empty: none. Omitted in a save: unchanged, because older callers don't know it. */
  barcode: text(limits.barcodeCharacters)
    .nullish()
    .transform((value) => (value === undefined ? undefined : value || null)),
  description: optionalText(),
  category_id: id.nullish().transform((value) => value ?? null),
  supplier_id: id.nullish().transform((value) => value ?? null),
  price: money('Price cannot be negative', 'Price is required'),
  /** Omitted or null: unknown. 0 is a valid cost. */
  cost_price: unitCost('Cost price cannot be negative')
    .nullish()
    .transform((value) => value ?? null),
  /** For callers that send a product back as read: false means that the 0 beside it isn't a cost. */
  cost_is_known: z.boolean().optional(),
  min_stock_level: quantity('Minimum stock level cannot be negative').default(0),
  quantity_decimals: z.int().min(0).max(limits.quantityDecimalsMax).default(0),
  image: optionalImage(),
  location: optionalText(limits.shortTextCharacters),
  purchase_url: optionalUrl(),
  additional_locations: z.array(additionalLocation).max(limits.locationsPerProduct).default([]),
}

/** A plain number would overwrite a change that the caller hasn't seen. */
const stockFromTo = {
  error: ({ input }: { input?: unknown }) =>
    typeof input === 'number'
      ? `Send {"from": <current stock>, "to": ${input}}, or omit this field to leave the stock unchanged`
      : undefined,
}

/** What a filtered list counts: the first page says how many there are, or at least how many. */
const count = z.object({ products: z.number(), is_exact: z.boolean() })

/** What a list of the past cannot be narrowed or sorted by: these are figures of now. */
const ofNow = 'This filter applies to current stock only. Remove it to see past stock.'

export const listProducts = query({
  name: 'list_products',
  summary:
    'Lists products. `search` matches name, SKU, barcode and description; filters by category, supplier, stock level and location; optionally with stock at a point in time',
  path: '/products',
  permission: 'catalogue.read',
  input: z
    .strictObject({
      ...pageInput,
      ...productFilters,
      /** True lists archived products instead. With `as_of`, false includes the products archived since then. */
      archived: flag.default(false),
      ...asOfInput,
    })
    .refine(({ as_of, stock }) => as_of === undefined || stock === 'all', { path: ['stock'], error: ofNow })
    .refine(({ as_of, location_id }) => as_of === undefined || location_id === undefined, {
      path: ['location_id'],
      error: ofNow,
    })
    .refine(({ as_of, sort }) => as_of === undefined || !/on_hand|price|minimum|status/.test(sort), {
      path: ['sort'],
      error: ofNow,
    }),
  output: page(productListItem).extend({
    /** Only on the first page. */
    count: count.nullable(),
    as_of: asOfAnswer.nullable(),
  }),
})

export const listProductsByCode = query({
  name: 'list_products_by_code',
  summary:
    'Lists the products with a scanned code, without archived ones: by this barcode, then by an equal one (a UPC-A code equals the EAN-13 with a zero before it) or that of the goods in a GS1 code or link, then by this SKU',
  path: '/products/by-code',
  permission: 'catalogue.read',
  input: z.strictObject({
    /** A barcode, with regard to case, or an SKU, ignoring case; or a GS1 element string or Digital Link. */
    code: requiredText('Enter a barcode or SKU', limits.scannedCharacters),
  }),
  output: z.object({ items: z.array(productListItem) }),
})

export const readProductSummary = query({
  name: 'read_product_summary',
  summary:
    'Returns the number of products, their units on hand, the value of those, and how many products are low or out of stock',
  path: '/products/summary',
  permission: 'catalogue.read',
  input: z.strictObject({}),
  output: z.object({
    products: z.number(),
    archived: z.number(),
    units: z.number(),
    /** False if one of several products is measured in decimals, such as kilograms: `units` adds different measures. */
    units_have_sum: z.boolean(),
    /** Units of the products that are counted in whole units. Null, like `decimal_products`, if over 1,000 are not. */
    whole_units: z.number().nullable(),
    /** How many products in stock are measured in decimals. */
    decimal_products: z.number().nullable(),
    /** Units on hand × price. */
    value_at_price: z.number(),
    low: z.number(),
    out: z.number(),
  }),
})

export const readProduct = query({
  name: 'read_product',
  summary: 'Returns one product with its totals and up to three related products',
  path: '/products/:id',
  permission: 'catalogue.read',
  input: z.strictObject({ id }),
  output: product,
})

export const createProduct = command({
  name: 'create_product',
  summary: 'Creates a product. Its opening stock is posted at its location, which is created if it doesn’t exist',
  method: 'POST',
  path: '/products',
  permission: 'catalogue.write',
  input: z.strictObject({
    id: id.optional(),
    ...productFields,
    stock_quantity: quantity('Stock quantity cannot be negative').default(0),
  }),
  output: product,
  status: 201,
  changes: ['products', 'stock', 'locations'],
})

export const updateProduct = command({
  name: 'update_product',
  summary: 'Updates a product. A changed quantity is posted as the difference',
  method: 'PUT',
  path: '/products/:id',
  permission: 'catalogue.write',
  input: z.strictObject({
    id,
    version,
    ...productFields,
    /** Sets the stock on hand at the only location that has some; refused when it is not `from` there. */
    stock_quantity: z
      .strictObject(
        {
          /** On hand as the editor saw it. */
          from: quantity(),
          /** On hand from now on. */
          to: quantity('Stock quantity cannot be negative'),
        },
        stockFromTo,
      )
      .optional(),
  }),
  output: product,
  changes: ['products', 'stock', 'locations'],
})
