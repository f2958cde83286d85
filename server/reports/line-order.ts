import type { SortOrder } from '../platform/paging.ts'
import { sql } from '../platform/sql.ts'

/** The numeric columns of a report; the others are sorted by the texts stored for that. */
type NumberColumn = 'price' | 'cost_price' | 'on_hand' | 'minimum' | 'total_cost' | 'total_retail' | 'profit'
type SortColumn = 'name' | 'sku' | 'category' | NumberColumn
export type LineSort = SortColumn | `-${SortColumn}`

/** The order of a report's lines by one of its columns, `-` for descending; ties are sorted by name. */
export function lineOrder(sort: LineSort): SortOrder {
  const direction = sort.startsWith('-') ? 'desc' : 'asc'
  const column = sort.replace('-', '') as SortColumn
  const byName = [
    { by: sql`l.name_sort`, type: 'text' },
    { by: sql`l.product_id`, type: 'uuid' },
  ] as const
  switch (column) {
    case 'name':
      return { name: sort, direction, columns: byName }
    case 'sku':
      return { name: sort, direction, columns: [{ by: sql`l.sku_sort`, type: 'text' }] }
    case 'category':
      return { name: sort, direction, columns: [{ by: sql`l.category_sort`, type: 'text' }, ...byName] }
    default:
      return { name: sort, direction, columns: [{ by: sql.ref(`l.${column}`), type: 'numeric' }, ...byName] }
  }
}

/** Whether a page in this order is read from an index, product by product, without computing the stock of all. */
export function isByIndex(sort: LineSort): boolean {
  return /^-?(name|sku)$/.test(sort)
}
