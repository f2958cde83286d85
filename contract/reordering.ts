import { z } from 'zod'
import { query } from './endpoint.ts'
import { id } from './fields.ts'
import { page, pageInput } from './paging.ts'
import { supplierStatus } from './suppliers.ts'

const reorderSupplier = z.object({
  /** Null: the products without a supplier. */
  supplier: z.object({ id, name: z.string(), status: supplierStatus }).nullable(),
  product_count: z.number(),
  /** Its draft purchase orders: their units aren't incoming yet. */
  draft_count: z.number(),
})

export type ReorderSupplier = z.output<typeof reorderSupplier>

export const listReorderSuppliers = query({
  name: 'list_reorder_suppliers',
  summary:
    'Lists the suppliers whose products have to be reordered by name, with how many; products without a supplier are last. `list_products` lists the products of each with `stock=to_reorder`',
  path: '/products/reorder-suppliers',
  permission: 'catalogue.read',
  input: z.strictObject(pageInput),
  /** `products`: how many products have to be reordered in all. */
  output: page(reorderSupplier).extend({ products: z.number() }),
})
