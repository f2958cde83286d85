import {
  categoryPalette,
  listCategories,
  readCategory,
  readNextCategoryColor,
  type Category,
} from '../../contract/categories.ts'
import type { Tx } from '../platform/db.ts'
import { implement, type Actor } from '../platform/endpoint.ts'
import { keyset, pageOf, type SortOrder } from '../platform/paging.ts'
import { refuse } from '../platform/refusal.ts'
import { sql, type Statement } from '../platform/sql.ts'

const byName: SortOrder = {
  name: 'name',
  direction: 'asc',
  columns: [
    { by: sql`c.name_sort`, type: 'text' },
    { by: sql`c.id`, type: 'uuid' },
  ],
}

/**
 * The columns of a category `c` for display. Archived products are hidden everywhere but in history, so they aren't
 * counted. The table itself also counts for a limited member, whose view would add up their stock.
 */
const columns = sql`c.id, c.user_id, c.name, c.description, c.color, c.version, c.created_at, c.updated_at,
  (select coalesce(sum(n.products), 0)::bigint from public.catalogue_totals n
    where n.org_id = c.org_id and n.category_id = c.id) as product_count`

/** Selects one category of the actor's organization. */
export function categoryById(actor: Actor, id: string): Statement<Category> {
  return sql<Category>`select ${columns} from categories c where c.org_id = ${actor.org_id} and c.id = ${id}`
}

/** One category; refuses not_found. */
export async function oneCategory(tx: Tx, actor: Actor, id: string): Promise<Category> {
  return (await tx.maybe(categoryById(actor, id))) ?? refuse('not_found')
}

export const listCategoriesQuery = implement(listCategories, async (tx, actor, { limit, cursor, search }) => {
  const { key, after, order } = keyset(byName, cursor)
  // `position` is not leakproof, so under row-level security it only filters what the index on the organization has
  // found: an organization has tens of categories, and a scan of thousands would still be a millisecond.
  const matches = search ? sql`position(app.fold(${search}) in app.folded(c.name_sort)) > 0` : sql`true`
  const rows = await tx.all(sql<Category & { page_key: string[] }>`
    select ${columns}, ${key} from categories c
    where c.org_id = ${actor.org_id} and ${matches} and ${after}
    ${order} limit ${sql.rows(limit + 1)}`)
  return pageOf(rows, limit, byName)
})

export const readCategoryQuery = implement(readCategory, (tx, actor, { id }) => oneCategory(tx, actor, id))

export const readNextCategoryColorQuery = implement(readNextCategoryColor, (tx, actor) =>
  tx.one(sql<{ color: string }>`
    select palette.color from unnest(${[...categoryPalette]}::text[]) with ordinality as palette (color, position)
    order by (select count(*) from categories c where c.org_id = ${actor.org_id} and upper(c.color) = palette.color), palette.position
    limit 1`),
)
