import type { z } from 'zod'
import { listProducts } from '../../contract/products.ts'
import { implement } from '../platform/endpoint.ts'
import { pageOf, type SortOrder } from '../platform/paging.ts'
import { sql } from '../platform/sql.ts'
import { asOfMoment } from '../stock/as-of.ts'
import { findPage } from './find-page.ts'
import { byRelevance } from './find-named.ts'
import { readSearch } from './find-searched.ts'
import { readListItems, readNextItems } from './list-items.ts'
import { byCategory, byName, type Filters } from './list-order.ts'

/**
 * One page of products: finds the ids of the page first (find-page.ts), then reads the displayed data of these only.
 */
export const listProductsQuery = implement(listProducts, async (tx, actor, filters) => {
  const search = await readSearch(tx, filters.search)
  const sort = filters.sort === 'relevance' && search ? byRelevance : sortOrder(filters.sort)
  if (!search && isUnfiltered(filters)) {
    const { items, next } = pageOf(await readNextItems(tx, actor, filters, sort), filters.limit, sort)
    return { items, next, count: countOf(filters, next === null ? items.length : null, filters.limit), as_of: null }
  }
  const found = await findPage(tx, actor, filters, sort, search)
  const page = pageOf(found.rows, filters.limit, sort)
  const as_of =
    filters.as_of === undefined ? null : await asOfMoment(tx, actor, { as_of: filters.as_of, by: filters.by })
  const exact = found.exact ?? (page.next === null ? page.items.length : null)
  return {
    items: await readListItems(tx, actor, page.items, as_of),
    next: page.next,
    count: countOf(filters, exact, found.atLeast),
    as_of,
  }
})

/** The first page contains the exact count, or a lower bound. */
function countOf({ cursor }: Filters, exact: number | null, atLeast: number) {
  return cursor === undefined ? { products: exact ?? atLeast, is_exact: exact !== null } : null
}

/** Only the order and whether they are archived select the products. */
function isUnfiltered({ sku, stock, location_id, supplier_id, category_id, as_of }: Filters): boolean {
  return !sku && stock === 'all' && !location_id && !supplier_id && !category_id && as_of === undefined
}

/**
 * The sort columns. All are stored, never null and of leakproof types, so row-level security doesn't prevent the use of
 * their indexes.
 */
function sortOrder(name: z.output<typeof listProducts.input>['sort']): SortOrder {
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
