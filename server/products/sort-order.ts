import type { z } from 'zod'
import { listProducts } from '../../contract/products.ts'
import type { SortOrder } from '../platform/paging.ts'
import { sql } from '../platform/sql.ts'
import { byCategory, byName } from './list-order.ts'

/**
 * The sort columns. All are stored, never null and of leakproof types, so row-level security doesn't prevent the use of
 * their indexes.
 */
export function sortOrder(name: z.output<typeof listProducts.input>['sort']): SortOrder {
  const direction = name.startsWith('-') ? 'desc' : 'asc'
  const id = { by: sql`p.id`, type: 'uuid' } as const
  const ofTotals = { by: sql`t.product_id`, type: 'uuid' } as const
  const nameOfTotals = { by: sql`t.name_sort`, type: 'text' } as const
  switch (name) {
    case 'relevance':
      return byName
    case 'name':
    case '-name':
      return { ...byName, name, direction }
    case 'sku':
    case '-sku':
      return { name, direction, columns: [{ by: sql`p.sku_sort`, type: 'text' }, id] }
    case 'price':
    case '-price':
      return { name, direction, columns: [{ by: sql`p.price_sort`, type: 'bigint' }, id] }
    case 'created_at':
    case '-created_at':
      return { name, direction, columns: [{ by: sql`p.created_at`, type: 'timestamptz' }, id] }
    case 'category':
    case '-category':
      return { ...byCategory, name, direction }
    case 'on_hand':
    case '-on_hand':
      return { name, direction, columns: [{ by: sql`t.on_hand_sort`, type: 'bigint' }, ofTotals] }
    case 'minimum':
    case '-minimum':
      return { name, direction, columns: [{ by: sql`t.minimum_sort`, type: 'bigint' }, nameOfTotals, ofTotals] }
    case 'status':
    case '-status':
      return { name, direction, columns: [{ by: sql`t.status_sort`, type: 'integer' }, nameOfTotals, ofTotals] }
  }
}
