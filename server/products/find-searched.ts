import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '../platform/db.ts'
import type { Actor } from '../platform/endpoint.ts'
import { cursorKey, cursorOf, type SortOrder } from '../platform/paging.ts'
import {
  allOf,
  atLeast,
  byName,
  counted,
  inOrder,
  walk,
  walked,
  type Filters,
  type FoundPage,
  type Row,
} from './list-order.ts'

/** A search text as the database understands it: one LIKE pattern per word, and the text itself as a name may begin with it. */
export type Search = { patterns: string[]; beginning: string }

/** So many of the order are looked at before the search index is asked, which is quick where few fit. */
const nearby = 300

/** What a search text means; null where it has no word. */
export async function readSearch(tx: Tx, search: string | undefined): Promise<Search | null> {
  if (!search) return null
  const read = await tx.one(sql<Search>`
    select app.search_patterns(${search}) as patterns, left(lower(btrim(${search})), 200) as beginning`)
  return read.patterns.length > 0 ? read : null
}

/** Products whose name begins with what was typed come first, all others after them, both by name. `rank` says which a row is. */
export const byRelevance: SortOrder = {
  name: 'relevance',
  direction: 'asc',
  columns: [{ by: sql`rank`, type: 'integer' }, ...byName.columns],
}

/** One page of what a search finds among products that pass `tests` (over a walked row `w`). */
export async function findSearched(
  tx: Tx,
  actor: Actor,
  filters: Filters,
  sort: SortOrder,
  search: Search,
  tests: readonly RawBuilder<boolean>[],
): Promise<FoundPage> {
  if (sort !== byRelevance) return findInOrder(tx, actor, filters, sort, search, tests)
  const [rank, ...key] = filters.cursor === undefined ? ['0'] : cursorKey(sort, filters.cursor)
  const cursor = key.length > 0 ? { cursor: cursorOf(byName, key) } : {}
  const first = rank === '0' ? await findBeginning(tx, actor, { ...filters, ...cursor }, search, tests) : []
  if (first.length > filters.limit) return atLeast(first, filters.limit)
  const rest = { ...filters, limit: filters.limit - first.length, cursor: rank === '0' ? undefined : cursor.cursor }
  const others = await findInOrder(tx, actor, rest, byName, search, tests, sql`not (${begins(search)})`)
  return {
    rows: [...first, ...ranked('1', others.rows)],
    exact: others.exact === null ? null : first.length + others.exact,
    atLeast: first.length + others.atLeast,
  }
}

/** The index of names gives those that begin with the text at once. They contain all its words. */
async function findBeginning(
  tx: Tx,
  actor: Actor,
  filters: Filters,
  search: Search,
  tests: readonly RawBuilder<boolean>[],
): Promise<Row[]> {
  return ranked(
    '0',
    await walk(tx, actor, filters, byName, tests, tests.length === 0 ? filters.limit + 1 : null, begins(search)),
  )
}

/** As a range, so that an index can be asked for it. */
function begins({ beginning }: Search): RawBuilder<boolean> {
  return sql`p.name_sort >= ${beginning} and p.name_sort < ${`${beginning}\u{10ffff}`}`
}

function ranked(rank: '0' | '1', rows: readonly Row[]): Row[] {
  return rows.map(({ id, page_key }) => ({ id, page_key: [rank, ...page_key] }))
}

/** Those in one order of the list: from its next rows, where many fit, else from the search index. */
async function findInOrder(
  tx: Tx,
  actor: Actor,
  filters: Filters,
  sort: SortOrder,
  search: Search,
  tests: readonly RawBuilder<boolean>[],
  within?: RawBuilder<boolean>,
): Promise<FoundPage> {
  const names = filters.search_in === 'name_and_sku'
  const text = names ? sql`w.name_sort || E'\n' || w.sku_sort` : sql`w.search_text`
  const all = [sql<boolean>`${text} like all (${search.patterns}::text[])`, ...tests]
  const near = await lookNearby(tx, actor, filters, sort, all, within)
  if (near) return near
  const { archived, category_id, location_id, sku, stock, limit, cursor } = filters
  const narrowed = {
    archived,
    category_id,
    location_id,
    names,
    sku: sku || undefined,
    stock: stock === 'all' ? undefined : stock,
    not_beginning: within ? search.beginning : undefined,
  }
  const after = cursor === undefined ? null : cursorKey(sort, cursor)
  const rows = await tx.all(sql<Row & { count: number }>`
    select id, page_key, count from app.search_products(
      ${actor.org_id}, ${search.patterns}::text[], ${JSON.stringify(narrowed)}::jsonb,
      ${sort.name.replace('-', '')}, ${sort.direction === 'desc'}, ${after}::text[], ${limit + 1})`)
  return counted(rows)
}

/** The page, where the next rows of the list's order fill it or are the last ones there are; else null. */
async function lookNearby(
  tx: Tx,
  actor: Actor,
  filters: Filters,
  sort: SortOrder,
  tests: readonly RawBuilder<boolean>[],
  within?: RawBuilder<boolean>,
): Promise<FoundPage | null> {
  const found = await tx.all(sql<{ seen: number; count: number | null; id: string; page_key: string[] }>`
    with near as materialized (${inOrder(actor, filters, sort, nearby, within)})
    select s.seen, w.* from (select count(*) as seen from near) s
    left join (
      select w.id, w.page_key, count(*) over () as count from near w where ${allOf(tests)} limit ${filters.limit + 1}) w on true`)
  const [{ seen, count } = { seen: 0, count: null }] = found
  const page = counted(count === null ? [] : found.map(({ id, page_key }) => ({ id, page_key, count })))
  if (seen < nearby) return page
  if (page.rows.length > filters.limit) return { ...page, exact: null }
  // One in a hundred or more fit: going on a little is less work than sorting all that fit.
  if (page.rows.length * (walked / nearby) <= filters.limit) return null
  const rows = await walk(tx, actor, filters, sort, tests, walked, within)
  return rows.length > filters.limit ? atLeast(rows, filters.limit) : null
}
