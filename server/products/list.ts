import { listProducts } from '../../contract/products.ts'
import type { Tx } from '../platform/db.ts'
import { implementShared, plannedOnce, type Reader } from '../platform/endpoint.ts'
import { pageOf, rawPageOf, type SortOrder } from '../platform/paging.ts'
import { columnOf, type RawRows } from '../platform/raw-rows.ts'
import { asOfMoment } from '../stock/as-of.ts'
import { isByOwnStock } from './find-by-own-stock.ts'
import { findPage } from './find-page.ts'
import { findPastPage } from './find-past.ts'
import { byRelevance } from './find-named.ts'
import { afterNamed, readSearch, searchedOrder, type Search } from './find-searched.ts'
import { type ListItem, readListItems, readNamedItems, readNextItems } from './list-items.ts'
import type { Filters, Row } from './list-order.ts'

/**
 * One page of products: finds the ids of the page first (find-page.ts), then reads the displayed data of these only; in
 * one statement if nothing is filtered.
 * Planned once: PostgreSQL would plan most searches again each time, which takes twice as long as running them, because
 * it prefers a plan for a few matches to one for any number. Both use the same indexes.
 */
export const listProductsQuery = plannedOnce(
  implementShared(listProducts, async (tx, reader, filters) => {
    const search = await readSearch(tx, reader, filters)
    const sort = searchedOrder(filters, search)
    const direct = await readDirectly(tx, reader, filters, sort, search)
    if (direct && (!search || direct.rows.length > filters.limit)) {
      const { items, next } = rawPageOf(direct, filters.limit, sort)
      const exact = next === null ? items.rows.length : null
      return { items, next, count: countOf(filters, exact, filters.limit), as_of: null }
    }
    const as_of =
      filters.as_of === undefined ? null : await asOfMoment(tx, reader, { as_of: filters.as_of, by: filters.by })
    const found =
      as_of && !filters.archived
        ? await findPastPage(tx, reader, filters, sort, search, as_of.at)
        : await findPage(tx, reader, filters, sort, search, direct && keysOf(direct))
    const page = pageOf(found.rows, filters.limit, sort)
    const exact = found.exact ?? (page.next === null ? page.items.length : null)
    const { items, next } = page
    const others = { next, count: countOf(filters, exact, found.atLeast), as_of }
    return items.length === 0
      ? { items: [], ...others }
      : { items: await readListItems(tx, reader, items, as_of, direct), ...others }
  }),
)

/** The first page contains the exact count, or a lower bound. */
function countOf({ cursor }: Filters, exact: number | null, atLeast: number) {
  return cursor === undefined ? { products: exact ?? atLeast, is_exact: exact !== null } : null
}

/**
 * What one statement can find and read: the next products of an unfiltered order, or those that an unfiltered search
 * finds by a word of their name or by their SKU; fewer than a page of these means that others can match. Else null.
 */
async function readDirectly(
  tx: Tx,
  reader: Reader,
  filters: Filters,
  sort: SortOrder,
  search: Search | null,
): Promise<RawRows<ListItem & { page_key: string[] }> | null> {
  if (!isUnfiltered(filters) || (!search && isByOwnStock(reader, filters))) return null
  if (!search) return readNextItems(tx, reader, filters, sort)
  if (sort !== byRelevance || afterNamed(filters)) return null
  return readNamedItems(tx, reader, filters, search.beginning)
}

function keysOf(read: RawRows): Row[] {
  const keys = columnOf(read, 'page_key') as string[][]
  return (columnOf(read, 'id') as string[]).map((id, i) => ({ id, page_key: keys[i] ?? [] }))
}

/** Products are selected only by the order and whether they are archived. */
function isUnfiltered({ sku, stock, location_id, supplier_id, category_id, as_of }: Filters): boolean {
  return !sku && stock === 'all' && !location_id && !supplier_id && !category_id && as_of === undefined
}
