import type { Tx } from '../platform/db.ts'
import type { Reader } from '../platform/endpoint.ts'
import { cursorKey, type SortOrder } from '../platform/paging.ts'
import { sql } from '../platform/sql.ts'
import { atLeast, type Filters, type FoundPage, type Row } from './list-order.ts'

/**
 * A page of all products by a limited member's stock without adding up that of every product. Null if that can't be
 * found, or at the end of the list.
 */
export async function findByOwnStock(
  tx: Tx,
  reader: Reader,
  filters: Filters,
  sort: SortOrder,
): Promise<FoundPage | null> {
  if (!isByOwnStock(reader, filters)) return null
  const [on_hand, id] = filters.cursor === undefined ? [] : cursorKey(sort, filters.cursor)
  const rows = await tx.all(sql<Row>`
    select f.product_id as id, array[f.on_hand_sort::text, f.product_id::text] as page_key
    from app.own_products_by_stock(
      ${reader.org_id}, ${sort.direction === 'desc'}, ${on_hand ?? null}::text::bigint, ${id ?? null}::text::uuid,
      ${filters.limit + 1}) with ordinality as f (product_id, on_hand_sort, place)
    order by f.place`)
  return rows.length > filters.limit ? atLeast(rows, filters.limit) : null
}

/** Whether a list of products is by a limited member's stock. */
export function isByOwnStock({ location_ids }: Reader, { sort, archived }: Filters): boolean {
  return location_ids !== null && !archived && (sort === 'on_hand' || sort === '-on_hand')
}
