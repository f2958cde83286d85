import type { Tx } from '../platform/db.ts'
import type { Reader } from '../platform/endpoint.ts'
import { keyset, type SortOrder } from '../platform/paging.ts'
import { refuseFields } from '../platform/refusal.ts'
import { sql, type Statement } from '../platform/sql.ts'
import { findByOwnStock } from './find-by-own-stock.ts'
import { byRelevance } from './find-named.ts'
import { findSearched, type Search, testsOf } from './find-searched.ts'
import {
  allOf,
  atLeast,
  byName,
  counted,
  readsTotals,
  source,
  scan,
  scannedRows,
  type Filters,
  type FoundPage,
  type Row,
} from './list-order.ts'
import { isToReorder, productsToReorder } from './to-reorder.ts'

/**
 * A filter that can find products (`ids`, up to a number of them, through its own index) or test one (`test`, on a row
 * `w`).
 */
type Filter = {
  ids: (limit: number | null) => Statement<string>
  test: Statement<boolean>
  /** How many pass, if that is stored. */
  passing?: number
}

/** This many are always collected and sorted. */
const few = 1_000

/**
 * Finds one page under any combination of filters without reading every product, except if most of them fail the
 * filters. No filter: the sort's index provides the page. A filter that few products pass: collect, test and sort
 * those. One that many pass: read the sort's index and test each row, which quickly fills a page; only if all passing
 * ones come late, collect them all. One statement can't do this well: the planner must choose before it knows how many
 * pass. A search with many matches fills a page from the next rows of the order; for others, the search index returns
 * all matches, which are sorted at once. What is low or out at a limited member's locations is stored for the sets of
 * locations that members have (kernel.keep_location_sets). For others there is no index: the next rows are tested
 * first, and only if few pass is the stock of all products added up. `named` are the products that findNamed would
 * find, if they were read before.
 */
export async function findPage(
  tx: Tx,
  reader: Reader,
  filters: Filters,
  sort: SortOrder,
  search: Search | null,
  named: Row[] | null,
): Promise<FoundPage> {
  const [leading, ...others] = await filtersOf(tx, reader, filters)
  if (search && leading && filters.stock === 'to_reorder')
    return findSearchedAmong(tx, reader, filters, sort, search, [leading, ...others])
  if (search?.scanned) return findWithCode(tx, reader, filters, sort, search, leading ? [leading, ...others] : [])
  if (search) {
    const tests = [...(leading ? [leading] : []), ...others].map((filter) => filter.test)
    return findSearched(tx, reader, filters, sort, search, tests, named)
  }
  if (isReorderList(filters) && !reader.location_ids) return findReorderList(tx, reader, filters, sort)
  const own = leading ? null : await findByOwnStock(tx, reader, filters, sort)
  if (own) return own
  if (!leading) return atLeast(await scan(tx, reader, filters, sort, [], filters.limit + 1), filters.limit)
  if (leading.passing !== undefined && leading.passing <= scannedRows)
    return gather(tx, reader, filters, sort, sql`(${leading.ids(null)})`, others)
  const near = await nextByStock(tx, reader, filters, sort, [leading, ...others])
  if (near) return near
  const ids = await tx.all(sql<{ id: string }>`select id from (${leading.ids(few + 1)}) as found (id)`)
  if (ids.length <= few)
    return gather(tx, reader, filters, sort, sql`unnest(${ids.map((row) => row.id)}::uuid[])`, others)
  const tests = [leading, ...others].map((filter) => filter.test)
  const rows = await scan(tx, reader, filters, sort, tests, scannedRows)
  if (rows.length > filters.limit) return atLeast(rows, others.length === 0 && !filters.archived ? few : filters.limit)
  return gather(tx, reader, filters, sort, sql`(${leading.ids(null)})`, others)
}

/**
 * The matches of a search among the few products that have to be reordered, by name unless another order is asked for:
 * they are collected first, and their texts are compared one by one.
 */
function findSearchedAmong(
  tx: Tx,
  reader: Reader,
  filters: Filters,
  sort: SortOrder,
  search: Search,
  [leading, ...others]: readonly [Filter, ...Filter[]],
): Promise<FoundPage> {
  const order = sort === byRelevance ? { ...byName, name: sort.name } : sort
  const ids = sql`(
    select w.id from (${leading.ids(null)}) as led (id)
    cross join lateral (select * from products p where p.org_id = ${reader.org_id} and p.id = led.id limit 1) w
    where ${allOf(testsOf(filters, search, []))})`
  return gather(tx, reader, filters, order, ids, others)
}

/** The products with a code of goods, and everything else that contains its text, from the search index. */
function findWithCode(
  tx: Tx,
  reader: Reader,
  filters: Filters,
  sort: SortOrder,
  { patterns, beginning, scanned }: Search,
  wanted: readonly Filter[],
): Promise<FoundPage> {
  const ids = sql`(
    select f.id from app.search_products(
      ${reader.org_id}, ${patterns}::text[], ${beginning}, ${JSON.stringify({ archived: filters.archived })}::jsonb,
      'name', false, null, ${sql.lit(2 ** 31 - 1)}) f
    union select unnest(${[...(scanned?.ids ?? [])]}::uuid[]))`
  return gather(tx, reader, filters, sort, ids, wanted)
}

/** Low or out-of-stock products by name: the list that people open to reorder. */
function isReorderList({ stock, sort, sku, location_id, category_id, supplier_id, archived }: Filters): boolean {
  const isListed = stock === 'low' || stock === 'out'
  return isListed && byNames.has(sort) && !sku && !location_id && !category_id && !supplier_id && !archived
}
const byNames = new Set<string>(['name', '-name', 'relevance'])

/**
 * The next products that are low, out or to reorder at a limited member's locations, if the next rows of the order
 * fill a page: each is looked up, while a list of all would add up the stock of every product. Null if they don't, or
 * in a small organization, where all are counted.
 */
async function nextByStock(
  tx: Tx,
  reader: Reader,
  filters: Filters,
  sort: SortOrder,
  wanted: readonly Filter[],
): Promise<FoundPage | null> {
  const isByStock = filters.stock !== 'all' && (filters.stock !== 'to_reorder' || !filters.supplier_id)
  if (!reader.location_ids || !isByStock || readsTotals(filters)) return null
  const { products } = await tx.one(sql<{ products: number }>`
    select coalesce(sum(products), 0)::bigint as products from public.catalogue_totals where org_id = ${reader.org_id}`)
  if (products <= scannedRows) return null
  const tests = wanted.map((filter) => filter.test)
  const rows = await scan(tx, reader, filters, sort, tests, scannedRows)
  return rows.length > filters.limit ? atLeast(rows, filters.limit) : null
}

/** The totals have an index by name of exactly these products, however many there are. */
async function findReorderList(
  tx: Tx,
  reader: Reader,
  { stock, cursor, limit }: Filters,
  sort: SortOrder,
): Promise<FoundPage> {
  const columns = [
    { by: sql`t.name_sort`, type: 'text' },
    { by: sql`t.product_id`, type: 'uuid' },
  ] as const
  const { key, after, order } = keyset({ ...sort, columns }, cursor)
  const list = sql`
    all_product_totals t where t.org_id = ${reader.org_id} and ${stock === 'low' ? sql`t.is_low` : sql`t.is_out`}`
  const [rows, { count }] = await Promise.all([
    tx.all(sql<Row>`select t.product_id as id, ${key} from ${list} and ${after} ${order} limit ${sql.rows(limit + 1)}`),
    tx.one(
      sql<{ count: number }>`select count(*) as count from (select from ${list} limit ${sql.lit(few + 1)}) as counted`,
    ),
  ])
  return { rows, exact: count <= few ? count : null, atLeast: few }
}

/** The requested filters, the most selective first. */
export async function filtersOf(tx: Tx, reader: Reader, filters: Filters): Promise<Filter[]> {
  const found: Filter[] = []
  if (filters.sku) found.push(skuFilter(reader, filters.sku))
  if (filters.stock === 'to_reorder') found.push(await toReorderFilter(tx, reader, filters.supplier_id))
  else if (filters.stock !== 'all') found.push(await stockFilter(tx, reader, filters.stock))
  if (filters.location_id) found.push(await locationFilter(tx, reader, filters.location_id))
  if (filters.supplier_id) found.push(belongingFilter(reader, sql`supplier_id`, filters.supplier_id))
  if (filters.category_id) found.push(belongingFilter(reader, sql`category_id`, filters.category_id))
  return found
}

function skuFilter(reader: Reader, sku: string): Filter {
  const known = sql`sku_sort = lower(${sku})`
  return {
    ids: (limit) => sql`select k.id from products k where k.org_id = ${reader.org_id} and k.${known} limit ${limit}`,
    test: sql`w.${known}`,
  }
}

async function stockFilter(tx: Tx, reader: Reader, stock: 'low' | 'out'): Promise<Filter> {
  const kept = reader.location_ids
    ? await tx.maybe(sql<{ low: number; out: number }>`select low, "out" from app.own_location_sums(${reader.org_id})`)
    : null
  const flag = stock === 'low' ? sql`t.is_low` : sql`t.is_out`
  const test = sql<boolean>`(select ${flag} from product_totals t where t.org_id = ${reader.org_id} and t.product_id = w.id)`
  if (kept)
    return {
      ids: (limit) =>
        sql`select low.id from app.own_low_products(${reader.org_id}, ${stock === 'out'}, ${limit}) as low (id)`,
      test,
      passing: kept[stock],
    }
  return {
    ids: (limit) =>
      sql`select t.product_id from all_product_totals t where t.org_id = ${reader.org_id} and ${flag} limit ${limit}`,
    test,
  }
}

/** Products that have to be reordered, of one supplier or of all. Of a limited member's, many may be. */
async function toReorderFilter(tx: Tx, reader: Reader, supplier_id: string | undefined): Promise<Filter> {
  const ids = await productsToReorder(tx, reader, supplier_id)
  return { ids, test: reader.location_ids ? isToReorder(reader, sql`w.id`) : sql`w.id in (${ids(null)})` }
}

async function locationFilter(tx: Tx, reader: Reader, id: string): Promise<Filter> {
  const found = await tx.maybe(sql`select from locations where org_id = ${reader.org_id} and id = ${id}`)
  if (!found) refuseFields({ location_id: 'This location no longer exists' }, 'not_found')
  const holding = sql`l.org_id = ${reader.org_id} and l.location_id = ${id} and l.available + l.reserved > 0`
  return {
    ids: (limit) => sql`select distinct l.product_id from stock_levels l where ${holding} limit ${limit}`,
    test: sql`(select count(*) > 0 from stock_levels l where ${holding} and l.product_id = w.id)`,
  }
}

/** For one category or supplier, or none. Each has its own index. */
function belongingFilter(reader: Reader, column: Statement<unknown>, id: string): Filter {
  const belongs = belonging(column, id)
  return {
    ids: (limit) => sql`select c.id from products c where c.org_id = ${reader.org_id} and c.${belongs} limit ${limit}`,
    test: sql`w.${belongs}`,
  }
}

function belonging(column: Statement<unknown>, id: string): Statement<unknown> {
  return id === 'none' ? sql`${column} is null` : sql`${column} = ${id}`
}

/** All that pass, starting with the ids from the leading filter; those after the cursor are counted and sorted. */
async function gather(
  tx: Tx,
  reader: Reader,
  filters: Filters,
  sort: SortOrder,
  leading: Statement<unknown>,
  others: readonly Filter[],
): Promise<FoundPage> {
  const { key, after, order } = keyset(sort, filters.cursor)
  const tests = others.map((filter) => sql<boolean>`p.id in (${filter.ids(null)})`)
  const rows = await tx.all(sql<Row & { count: number }>`
    select p.id, ${key}, count(*) over () as count
    from ${source(reader, filters)} and p.id in (select id from ${leading} as led (id)) and ${after} and ${allOf(tests)}
    ${order} limit ${sql.rows(filters.limit + 1)}`)
  return counted(rows)
}
