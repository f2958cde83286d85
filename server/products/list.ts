import { sql } from 'kysely'
import type { z } from 'zod'
import { listProducts } from '../../contract/products.ts'
import type { Tx } from '../platform/db.ts'
import { implement, type Actor } from '../platform/endpoint.ts'
import { pageOf, type SortOrder } from '../platform/paging.ts'
import { findPage } from './find-page.ts'
import { byRelevance, readSearch } from './find-searched.ts'
import { byName } from './list-order.ts'
import { listItemColumns, listItemJoins, type ListItemRow } from './record.ts'

/** One page of products: finds the ids of the page first (find-page.ts), then reads what is shown for these only. */
export const listProductsQuery = implement(listProducts, async (tx, actor, filters) => {
  const search = await readSearch(tx, filters.search)
  const sort = filters.sort === 'relevance' && search ? byRelevance : sortOrder(filters.sort)
  const found = await findPage(tx, actor, filters, sort, search)
  const page = pageOf(found.rows, filters.limit, sort)
  const exact = found.exact ?? (page.next === null ? page.items.length : null)
  return {
    items: await readItems(tx, actor, page.items),
    next: page.next,
    count: filters.cursor === undefined ? { products: exact ?? found.atLeast, is_exact: exact !== null } : null,
  }
})

/** The columns a sort runs over. All are stored, never null and of leakproof types, so row-level security leaves them their indexes. */
function sortOrder(name: z.output<typeof listProducts.input>['sort']): SortOrder {
  const direction = name.startsWith('-') ? 'desc' : 'asc'
  const id = { by: sql`p.id`, type: 'uuid' } as const
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
    case 'on_hand':
    case '-on_hand':
      return {
        name,
        direction,
        columns: [
          { by: sql`t.on_hand_sort`, type: 'bigint' },
          { by: sql`t.product_id`, type: 'uuid' },
        ],
      }
  }
}

/** What is shown of the page's products, in the page's order. */
async function readItems(tx: Tx, actor: Actor, found: readonly { id: string }[]): Promise<ListItemRow[]> {
  if (found.length === 0) return []
  return tx.all(sql<ListItemRow>`
    select ${listItemColumns}
    from unnest(${found.map((row) => row.id)}::uuid[]) with ordinality as page (id, place)
    join products p on p.org_id = ${actor.org_id} and p.id = page.id
    ${listItemJoins(actor)}
    order by page.place`)
}
