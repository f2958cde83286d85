import { sql, type RawBuilder } from 'kysely'
import type { z } from 'zod'
import { listProducts } from '../../contract/products.ts'
import type { Tx } from '../platform/db.ts'
import type { Actor } from '../platform/endpoint.ts'
import { cursorKey, keyset, type SortOrder } from '../platform/paging.ts'
import { refuse } from '../platform/refusal.ts'

type Filters = z.output<typeof listProducts.input>
type Row = { id: string; page_key: string[] }

/** The page's rows and one more where there is one. `exact` is how many fit in all, where that is known; `atLeast` what is certain. */
export type FoundPage = { rows: Row[]; exact: number | null; atLeast: number }

/**
 * A filter by which products can be found (`ids`, up to a number of them, through an index of its own) or by which one at hand can be
 * tested (`test`, over a walked row `w`).
 */
type Filter = { ids: (limit: number | null) => RawBuilder<string>; test: RawBuilder<boolean> }

/** So many are gathered and sorted without a second thought. */
const few = 1_000
/** So many are looked at in the list's order, where a filter lets many pass. */
const walked = 5_000
/** So many before a search asks its index, which is quick where few fit. */
const nearby = 300

/**
 * Finds one page under any combination of filters without looking at every product, unless the filter itself is adverse:
 * no filter: the sort's index gives the page. A filter that few products pass: gather those, test and sort them. One that many pass:
 * walk the sort's index and test each row, which fills a page soon; only where the passing ones all come late, gather them all.
 * One statement cannot do this well: the planner must choose before it knows how many pass. A search that many fit fills a page
 * from the next rows of the order; of any other, the search index names all that fit, and these are sorted in one go.
 */
export async function findPage(tx: Tx, actor: Actor, filters: Filters, sort: SortOrder): Promise<FoundPage> {
  if (isShelf(filters)) return findShelf(tx, actor, filters)
  const patterns = await searchPatterns(tx, filters.search)
  if (patterns.length > 0) return findSearched(tx, actor, filters, sort, patterns)
  const [leading, ...others] = await filtersOf(tx, actor, filters)
  if (!leading) return atLeast(await walk(tx, actor, filters, sort, [], filters.limit + 1), filters.limit)
  const ids = await tx.all(sql<{ id: string }>`select id from (${leading.ids(few + 1)}) as found (id)`)
  if (ids.length <= few)
    return gather(tx, actor, filters, sort, sql`unnest(${ids.map((row) => row.id)}::uuid[])`, others)
  const tests = [leading, ...others].map((filter) => filter.test)
  const rows = await walk(tx, actor, filters, sort, tests, walked)
  if (rows.length > filters.limit) return atLeast(rows, others.length === 0 && !filters.archived ? few : filters.limit)
  return gather(tx, actor, filters, sort, sql`(${leading.ids(null)})`, others)
}

/** What is low or out, by name: the list people open to order again. */
function isShelf({ stock, sort, search, location_id, category_id, archived }: Filters): boolean {
  return stock !== 'all' && sort.endsWith('name') && !search && !location_id && !category_id && !archived
}

/** The totals keep an index by name of exactly these products, however many there are. */
async function findShelf(tx: Tx, actor: Actor, { stock, sort, cursor, limit }: Filters): Promise<FoundPage> {
  const columns = [
    { by: sql`t.name_sort`, type: 'text' },
    { by: sql`t.product_id`, type: 'uuid' },
  ] as const
  const { key, after, order } = keyset({ name: sort, direction: sort === 'name' ? 'asc' : 'desc', columns }, cursor)
  const shelf = sql`
    product_totals t where t.org_id = ${actor.org_id} and ${stock === 'low' ? sql`t.is_low` : sql`t.is_out`}`
  const [rows, { count }] = await Promise.all([
    tx.all(sql<Row>`select t.product_id as id, ${key} from ${shelf} and ${after} ${order} limit ${limit + 1}`),
    tx.one(sql<{ count: number }>`select count(*) as count from (select from ${shelf} limit ${few + 1}) as counted`),
  ])
  return { rows, exact: count <= few ? count : null, atLeast: few }
}

function atLeast(rows: Row[], certain: number): FoundPage {
  return { rows, exact: null, atLeast: certain }
}

/** The filters that were asked for, those that leave fewest products first. */
async function filtersOf(tx: Tx, actor: Actor, filters: Filters): Promise<Filter[]> {
  const found: Filter[] = []
  if (filters.stock !== 'all') found.push(stockFilter(actor, filters.stock))
  if (filters.location_id) found.push(await locationFilter(tx, actor, filters.location_id))
  if (filters.category_id) found.push(categoryFilter(actor, filters.category_id))
  return found
}

async function searchPatterns(tx: Tx, search: string | undefined): Promise<string[]> {
  if (!search) return []
  const { patterns } = await tx.one(sql<{ patterns: string[] }>`select app.search_patterns(${search}) as patterns`)
  return patterns
}

/** The next rows of the list's order show at once whether many fit; where the page is not full after these, an index names all that fit. */
async function findSearched(
  tx: Tx,
  actor: Actor,
  filters: Filters,
  sort: SortOrder,
  patterns: string[],
): Promise<FoundPage> {
  const others = (await filtersOf(tx, actor, filters)).map((filter) => filter.test)
  const fits = sql<boolean>`w.search_text like all (${patterns}::text[])`
  const near = await lookNearby(tx, actor, filters, sort, [fits, ...others])
  if (near) return near
  const { archived, category_id, location_id, stock } = filters
  const narrowed = { archived, category_id, location_id, stock: stock === 'all' ? undefined : stock }
  const rows = await tx.all(sql<Row & { count: number }>`
    select id, page_key, count from app.search_products(${actor.org_id}, ${patterns}::text[], ${JSON.stringify(narrowed)}::jsonb,
      ${sort.name.replace('-', '')}, ${sort.direction === 'desc'}, ${filters.cursor === undefined ? null : cursorKey(sort, filters.cursor)}::text[], ${filters.limit + 1})`)
  return counted(rows)
}

function stockFilter(actor: Actor, stock: 'low' | 'out'): Filter {
  const flag = stock === 'low' ? sql`t.is_low` : sql`t.is_out`
  return {
    ids: (limit) =>
      sql`select t.product_id from product_totals t where t.org_id = ${actor.org_id} and ${flag} limit ${limit}`,
    test: sql`(select ${flag} from product_totals t where t.org_id = ${actor.org_id} and t.product_id = w.id)`,
  }
}

async function locationFilter(tx: Tx, actor: Actor, id: string): Promise<Filter> {
  const found = await tx.maybe(sql`select from locations where org_id = ${actor.org_id} and id = ${id}`)
  if (!found) refuse('not_found')
  const holding = sql`l.org_id = ${actor.org_id} and l.location_id = ${id} and l.available + l.reserved > 0`
  return {
    ids: (limit) => sql`select distinct l.product_id from stock_levels l where ${holding} limit ${limit}`,
    test: sql`(select count(*) > 0 from stock_levels l where ${holding} and l.product_id = w.id)`,
  }
}

function categoryFilter(actor: Actor, id: string): Filter {
  const belongs = id === 'none' ? sql`category_id is null` : sql`category_id = ${id}`
  return {
    ids: (limit) => sql`select c.id from products c where c.org_id = ${actor.org_id} and c.${belongs} limit ${limit}`,
    test: sql`w.${belongs}`,
  }
}

/** Where the rows of a list come from: the organisation's products, archived or not, with the totals when the order needs them. */
function source(actor: Actor, { sort, archived }: Filters): RawBuilder<unknown> {
  const products = sql`p.org_id = ${actor.org_id} and ${archived ? sql`p.archived_at is not null` : sql`p.archived_at is null`}`
  if (!sort.endsWith('on_hand')) return sql`products p where ${products}`
  // The totals know what is archived too, and their index by stock leaves it out.
  const totals = sql`t.org_id = ${actor.org_id} and ${archived ? sql`t.archived` : sql`not t.archived`}`
  return sql`product_totals t join products p on p.id = t.product_id where ${totals} and ${products}`
}

/** The next `look` rows of the list's order, with what filters test. */
function inOrder(actor: Actor, filters: Filters, sort: SortOrder, look: number): RawBuilder<unknown> {
  const { key, after, order } = keyset(sort, filters.cursor)
  return sql`
    select p.id, p.category_id, p.search_text, ${key}
    from ${source(actor, filters)} and ${after}
    ${order} limit ${look}`
}

/** The first rows that pass among the next `look` of the list's order. */
function walk(
  tx: Tx,
  actor: Actor,
  filters: Filters,
  sort: SortOrder,
  tests: readonly RawBuilder<boolean>[],
  look: number,
): Promise<Row[]> {
  return tx.all(sql<Row>`
    select w.id, w.page_key from (${inOrder(actor, filters, sort, look)}) w
    where ${allOf(tests)}
    limit ${filters.limit + 1}`)
}

/** The page, where the next rows of the list's order fill it or are the last ones there are; else null. */
async function lookNearby(
  tx: Tx,
  actor: Actor,
  filters: Filters,
  sort: SortOrder,
  tests: readonly RawBuilder<boolean>[],
): Promise<FoundPage | null> {
  const found = await tx.all(sql<{ seen: number; count: number | null; id: string; page_key: string[] }>`
    with near as materialized (${inOrder(actor, filters, sort, nearby)})
    select s.seen, w.* from (select count(*) as seen from near) s
    left join (
      select w.id, w.page_key, count(*) over () as count from near w where ${allOf(tests)} limit ${filters.limit + 1}) w on true`)
  const [{ seen, count } = { seen: 0, count: null }] = found
  const page = counted(count === null ? [] : found.map(({ id, page_key }) => ({ id, page_key, count })))
  if (seen < nearby) return page
  if (page.rows.length > filters.limit) return { ...page, exact: null }
  // One in a hundred or more fit: going on a little is less work than sorting all that fit.
  if (page.rows.length * (walked / nearby) <= filters.limit) return null
  const rows = await walk(tx, actor, filters, sort, tests, walked)
  return rows.length > filters.limit ? atLeast(rows, filters.limit) : null
}

/** All that pass, beginning with the ids the leading filter found; those after the cursor are counted and sorted. */
async function gather(
  tx: Tx,
  actor: Actor,
  filters: Filters,
  sort: SortOrder,
  leading: RawBuilder<unknown>,
  others: readonly Filter[],
): Promise<FoundPage> {
  const { key, after, order } = keyset(sort, filters.cursor)
  const tests = others.map((filter) => sql<boolean>`p.id in (${filter.ids(null)})`)
  const rows = await tx.all(sql<Row & { count: number }>`
    select p.id, ${key}, count(*) over () as count
    from ${source(actor, filters)} and p.id in (select id from ${leading} as led (id)) and ${after} and ${allOf(tests)}
    ${order} limit ${filters.limit + 1}`)
  return counted(rows)
}

function counted(rows: readonly (Row & { count: number })[]): FoundPage {
  const count = rows[0]?.count ?? 0
  return { rows: rows.map(({ id, page_key }) => ({ id, page_key })), exact: count, atLeast: count }
}

function allOf(tests: readonly RawBuilder<boolean>[]): RawBuilder<unknown> {
  return tests.length === 0 ? sql`true` : sql.join([...tests], sql` and `)
}
