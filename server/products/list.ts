import { sql } from 'kysely'
import type { z } from 'zod'
import type { AsOfAnswer, StockAsOf } from '../../contract/as-of.ts'
import { listProducts } from '../../contract/products.ts'
import type { Tx } from '../platform/db.ts'
import { implement, type Actor } from '../platform/endpoint.ts'
import { pageOf, type SortOrder } from '../platform/paging.ts'
import { asOfMoment } from '../stock/as-of.ts'
import { findPage } from './find-page.ts'
import { byRelevance } from './find-named.ts'
import { readSearch } from './find-searched.ts'
import { byName } from './list-order.ts'
import { listItemColumns, listItemJoins, type ListItemRow } from './record.ts'

/** One page of products: finds the ids of the page first (find-page.ts), then reads what is shown for these only. */
export const listProductsQuery = implement(listProducts, async (tx, actor, filters) => {
  const search = await readSearch(tx, filters.search)
  const sort = filters.sort === 'relevance' && search ? byRelevance : sortOrder(filters.sort)
  const found = await findPage(tx, actor, filters, sort, search)
  const page = pageOf(found.rows, filters.limit, sort)
  const as_of =
    filters.as_of === undefined ? null : await asOfMoment(tx, actor, { as_of: filters.as_of, by: filters.by })
  const exact = found.exact ?? (page.next === null ? page.items.length : null)
  return {
    items: await readItems(tx, actor, page.items, as_of),
    next: page.next,
    count: filters.cursor === undefined ? { products: exact ?? found.atLeast, is_exact: exact !== null } : null,
    as_of,
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
async function readItems(
  tx: Tx,
  actor: Actor,
  found: readonly { id: string }[],
  as_of: AsOfAnswer | null,
): Promise<ListItemRow[]> {
  if (found.length === 0) return []
  const ids = found.map((row) => row.id)
  const past = as_of === null ? null : readPast(tx, actor, ids, as_of)
  const items = await tx.all(sql<Omit<ListItemRow, 'stock_as_of'>>`
    select ${listItemColumns}
    from unnest(${ids}::uuid[]) with ordinality as page (id, place)
    join products p on p.org_id = ${actor.org_id} and p.id = page.id
    ${listItemJoins(actor)}
    order by page.place`)
  const then = new Map((await past)?.map(({ id, ...stock }) => [id, stock]))
  return items.map((item) => ({ ...item, stock_as_of: then.get(item.id) ?? null }))
}

/** What there was of the page's products at a moment, and what it was worth: reckoned for these only, one by one through their own index. */
function readPast(
  tx: Tx,
  actor: Actor,
  ids: string[],
  { at, by }: AsOfAnswer,
): Promise<({ id: string } & StockAsOf)[]> {
  return tx.all(sql<{ id: string } & StockAsOf>`
    select page.id, l.*, r.price, r.cost_price,
      round(l.on_hand * r.price, 2) as value_at_price, round(l.on_hand * r.cost_price, 2) as value_at_cost
    from unnest(${ids}::uuid[]) as page (id)
    cross join lateral kernel.price_at(${actor.org_id}, page.id, ${at}::timestamptz) r
    cross join lateral (
      select coalesce(sum(s.available + s.reserved), 0) as on_hand, coalesce(sum(s.available), 0) as available,
        coalesce(sum(s.reserved), 0) as reserved, coalesce(sum(s.held), 0) as held, coalesce(sum(s.in_transit), 0) as in_transit,
        coalesce(sum(s.incoming), 0) as incoming
      from kernel.levels_as_of(${actor.org_id}, ${at}::timestamptz, ${by}, page.id) s
    ) l`)
}
