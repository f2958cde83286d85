import { z } from 'zod'
import { command } from './endpoint.ts'
import { id, money, quantity, requiredList, version } from './fields.ts'
import { limits } from './limits.ts'
import { formatQuantity } from './quantity.ts'

/** The fields that can be edited for several products at once. */
export const editedFields = ['category_id', 'supplier_id', 'price', 'min_stock_level'] as const
export type EditedField = (typeof editedFields)[number]

const edit = z
  .strictObject({
    id,
    /** The version that the caller saw: refused with `conflict` if the product has another. Omitted: not compared. */
    version: version.optional(),
    /** Null for none. An omitted field stays as it is, as do the three below. */
    category_id: id.nullable().optional(),
    /** Null for none. */
    supplier_id: id.nullable().optional(),
    price: money().optional(),
    min_stock_level: quantity('Minimum stock level cannot be negative').optional(),
  })
  .refine((one) => editedFields.some((field) => one[field] !== undefined), 'Change at least one field')

export type ProductEdit = z.output<typeof edit>

export const tooManyEdits = `At most ${formatQuantity(limits.productsEditedAtOnce)} products can be edited at once`

/** A product after an edit, and its fields before: what undoing it saves again. */
const editedProduct = z.object({
  id,
  version,
  /** False if it had these values before. */
  changed: z.boolean(),
  before: z.object({
    category_id: id.nullable(),
    supplier_id: id.nullable(),
    price: z.number(),
    min_stock_level: z.number(),
  }),
})

export const editProducts = command({
  name: 'edit_products',
  summary:
    'Changes the category, supplier, price or minimum of several products, all or none of them. Other fields stay as they are',
  method: 'PATCH',
  path: '/products',
  permission: 'catalogue.write',
  input: z.strictObject({
    /** Each product once, with the fields to change; at most 1,000. */
    products: requiredList(edit, 'Choose at least one product')
      .max(limits.productsEditedAtOnce, tooManyEdits)
      .refine((edits) => new Set(edits.map((one) => one.id)).size === edits.length, 'Name each product only once'),
  }),
  output: z.object({ products: z.array(editedProduct) }),
  changes: ['products', 'stock'],
})
