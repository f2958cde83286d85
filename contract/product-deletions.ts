import { z } from 'zod'
import { command, query } from './endpoint.ts'
import { id, requiredList } from './fields.ts'
import { limits } from './limits.ts'
import { formatQuantity } from './quantity.ts'

const outcome = z.enum(['deleted', 'archived'])

const product_ids = requiredList(id, 'Choose at least one product')
  .max(
    limits.productsDeletedAtOnce,
    `At most ${formatQuantity(limits.productsDeletedAtOnce)} products can be deleted at once`,
  )
  .refine((ids) => new Set(ids).size === ids.length, 'Name each product only once')

/** What deleting one of several products would do. */
const checkedProduct = z.object({
  id,
  /** Null if it no longer exists. */
  name: z.string().nullable(),
  /** What deleting would do; null if it is refused. */
  outcome: outcome.nullable(),
  /** What deleting it would return, including numbers. */
  refusal: z
    .object({ code: z.string(), message: z.string(), details: z.record(z.string(), z.unknown()).optional() })
    .nullable(),
})

export type CheckedProduct = z.output<typeof checkedProduct>

export const checkProductDeletions = query({
  name: 'check_product_deletions',
  summary:
    'Returns what deleting several products would do now: for each one delete, archive, or be rejected, and why. Nothing is changed or locked',
  method: 'POST',
  path: '/products/deletion-checks',
  permission: 'catalogue.write',
  wholeOrganization: true,
  input: z.strictObject({
    /** Each product once; at most 1,000. */
    product_ids,
  }),
  output: z.object({
    /** In the order of the request. */
    products: z.array(checkedProduct),
  }),
})

export const deleteProducts = command({
  name: 'delete_products',
  summary:
    'Deletes products without history and archives those with one, all or none. Refused if one of them has stock or open documents',
  method: 'POST',
  path: '/products/deletions',
  permission: 'catalogue.write',
  wholeOrganization: true,
  input: z.strictObject({
    /** Each product once; at most 1,000. */
    product_ids,
  }),
  output: z.object({
    /** In the order of the request. */
    products: z.array(z.object({ id, outcome })),
  }),
  changes: ['products', 'stock'],
})

export const restoreProducts = command({
  name: 'restore_products',
  summary: 'Restores several archived products, all or none. Those that aren’t archived stay unchanged',
  method: 'POST',
  path: '/products/restorations',
  permission: 'catalogue.write',
  wholeOrganization: true,
  input: z.strictObject({
    /** Each product once; at most 1,000. */
    product_ids,
  }),
  output: z.object({
    /** How many were archived before. */
    restored: z.number(),
  }),
  changes: ['products', 'stock'],
})
