import { listProducts } from '../../contract/products.ts'
import { implementShared, plannedOnce } from '../platform/endpoint.ts'
import { pageOf, rawPageOf } from '../platform/paging.ts'
import { asOfMoment } from '../stock/as-of.ts'
import { findPage } from './find-page.ts'
import { byRelevance } from './find-named.ts'
import { readSearch } from './find-searched.ts'
import { readListItems, readNextItems } from './list-items.ts'
import type { Filters } from './list-order.ts'
import { sortOrder } from './sort-order.ts'

/**
 * One page of products: finds the ids of the page first (find-page.ts), then reads the displayed data of these only.
 * Planned once: PostgreSQL would plan most searches again each time, which takes twice as long as running them, because
 * it prefers a plan for a few matches to one for any number. Both use the same indexes.
 */
export const listProductsQuery = plannedOnce(
  implementShared(listProducts, async (tx, reader, filters) => {
    const search = await readSearch(tx, filters.search)
    const sort = filters.sort === 'relevance' && search ? byRelevance : sortOrder(filters.sort)
    if (!search && isUnfiltered(filters)) {
      const { items, next } = rawPageOf(await readNextItems(tx, reader, filters, sort), filters.limit, sort)
      const exact = next === null ? items.rows.length : null
      return { items, next, count: countOf(filters, exact, filters.limit), as_of: null }
    }
    const found = await findPage(tx, reader, filters, sort, search)
    const page = pageOf(found.rows, filters.limit, sort)
    const as_of =
      filters.as_of === undefined ? null : await asOfMoment(tx, reader, { as_of: filters.as_of, by: filters.by })
    const exact = found.exact ?? (page.next === null ? page.items.length : null)
    const { items, next } = page
    const others = { next, count: countOf(filters, exact, found.atLeast), as_of }
    return items.length === 0
      ? { items: [], ...others }
      : { items: await readListItems(tx, reader, items, as_of), ...others }
  }),
)

/** The first page contains the exact count, or a lower bound. */
function countOf({ cursor }: Filters, exact: number | null, atLeast: number) {
  return cursor === undefined ? { products: exact ?? atLeast, is_exact: exact !== null } : null
}

/** Products are selected only by the order and whether they are archived. */
function isUnfiltered({ sku, stock, location_id, supplier_id, category_id, as_of }: Filters): boolean {
  return !sku && stock === 'all' && !location_id && !supplier_id && !category_id && as_of === undefined
}
