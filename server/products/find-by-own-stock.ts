import type { Tx } from '../platform/db.ts'
import type { Reader } from '../platform/endpoint.ts'
import { cursorKey, type SortOrder } from '../platform/paging.ts'
import { sql } from '../platform/sql.ts'
import { atLeast, type Filters, type FoundPage, type Row } from './list-order.ts'

/**
 * A page of all products by a limited member's stock, or by its status, without adding up that of every product. Null
 * if that can't be found, or at the end of the list by stock.
 */
export async function findByOwnStock(
  tx: Tx,
  reader: Reader,
  filters: Filters,
  sort: SortOrder,
): Promise<FoundPage | null> {
  if (!isByOwnStock(reader, filters)) return null
  const after = filters.cursor === undefined ? [] : cursorKey(sort, filters.cursor)
  const asked = { org_id: reader.org_id, descending: sort.direction === 'desc', rows: filters.limit + 1 }
  if (isByStatus(filters)) {
    const rows = await nextByStatus(tx, asked, after)
    return rows.length > 0 ? atLeast(rows, Math.min(rows.length, filters.limit)) : null
  }
  const rows = await nextByStock(tx, asked, after)
  return rows.length > filters.limit ? atLeast(rows, filters.limit) : null
}

type Asked = { org_id: string; descending: boolean; rows: number }

function nextByStock(tx: Tx, { org_id, descending, rows }: Asked, [on_hand, id]: string[]): Promise<Row[]> {
  return tx.all(sql<Row>`
    select f.product_id as id, array[f.on_hand_sort::text, f.product_id::text] as page_key
    from app.own_products_by_stock(
      ${org_id}, ${descending}, ${on_hand ?? null}::text::bigint, ${id ?? null}::text::uuid, ${rows})
      with ordinality as f (product_id, on_hand_sort, place)
    order by f.place`)
}

function nextByStatus(tx: Tx, { org_id, descending, rows }: Asked, [status, name, id]: string[]): Promise<Row[]> {
  return tx.all(sql<Row>`
    select f.product_id as id, array[f.status_sort::text, f.name_sort, f.product_id::text] as page_key
    from app.own_products_by_status(
      ${org_id}, ${descending}, ${status ?? null}::text::integer, ${name ?? null}, ${id ?? null}::text::uuid, ${rows})
      with ordinality as f (product_id, status_sort, name_sort, place)
    order by f.place`)
}

/** Whether a list of products is by a limited member's stock or its status. */
export function isByOwnStock({ location_ids }: Reader, filters: Filters): boolean {
  const isByStock = filters.sort === 'on_hand' || filters.sort === '-on_hand'
  return location_ids !== null && !filters.archived && (isByStock || isByStatus(filters))
}

function isByStatus({ sort }: Filters): boolean {
  return sort === 'status' || sort === '-status'
}
