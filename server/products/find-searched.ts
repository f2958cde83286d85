import type { Tx } from '../platform/db.ts'
import type { Actor } from '../platform/endpoint.ts'
import { cursorKey, cursorOf, pageKey, type SortOrder } from '../platform/paging.ts'
import { sql, type Statement } from '../platform/sql.ts'
import { byRelevance, findNamed } from './find-named.ts'
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

/**
 * A search text as the database understands it: one LIKE pattern per word, and the text itself as words of a name may
 * begin with it.
 */
export type Search = { patterns: string[]; beginning: string }

/** So many of the order are looked at before the search index is asked, which is quick where few fit. */
const nearby = 300

/** What a search text means; null where it has no word. */
export async function readSearch(tx: Tx, search: string | undefined): Promise<Search | null> {
  if (!search) return null
  const read = isAscii(search)
    ? { patterns: patternsOf(search), beginning: search.trim().toLowerCase().slice(0, beginningCharacters) }
    : await tx.one(sql<Search>`
        select app.search_patterns(${search}) as patterns, left(lower(btrim(${search})), ${beginningCharacters}) as beginning`)
  return read.patterns.length > 0 ? read : null
}

/** No name is kept longer than that where it is looked for by its beginning. */
const beginningCharacters = 200

/**
 * Letters, digits and signs of ASCII are the same here and in the database, which need not be asked what they mean. Of
 * other letters only it knows which are small ones.
 */
function isAscii(search: string): boolean {
  return /^[\x20-\x7e]*$/.test(search)
}

/** As app.search_patterns makes them: a pattern for each word, the longest first, at most eight. */
function patternsOf(search: string): string[] {
  return search
    .toLowerCase()
    .split(' ')
    .filter((word) => word !== '')
    .sort((one, other) => other.length - one.length || (one < other ? -1 : 1))
    .slice(0, 8)
    .map((word) => `%${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`)
}

/** One page of what a search finds among products that pass `tests` (over a walked row `w`). */
export async function findSearched(
  tx: Tx,
  actor: Actor,
  filters: Filters,
  sort: SortOrder,
  search: Search,
  tests: readonly Statement<boolean>[],
): Promise<FoundPage> {
  if (sort !== byRelevance) return findInOrder(tx, actor, filters, sort, search, tests)
  const after = filters.cursor === undefined ? null : cursorKey(sort, filters.cursor)
  const isLate = after?.[0] === '2'
  const named = isLate ? [] : await findNamed(tx, actor, filters, search.beginning, tests)
  if (named === null) return gather(tx, actor, filters, sort, search)
  if (named.length > filters.limit) return atLeast(named, filters.limit)
  const cursor = isLate ? cursorOf(byName, after.slice(1)) : undefined
  const rest = { ...filters, limit: filters.limit - named.length, cursor }
  const near = await lookNearby(tx, actor, rest, byName, [...testsOf(rest, search, tests), isUnnamed(search)])
  if (!near) return gather(tx, actor, filters, sort, search)
  return {
    rows: [...named, ...near.rows.map(({ id, page_key }) => ({ id, page_key: ['2', ...page_key] }))],
    exact: near.exact === null ? null : named.length + near.exact,
    atLeast: named.length + near.atLeast,
  }
}

/**
 * No word of the name of a row `w` begins with the text: those that are listed before. A test of what fits and no
 * condition of the walk: looking for a word in each name of the order takes twice as long as all else (2.3 µs a row).
 */
function isUnnamed({ beginning }: Search): Statement<boolean> {
  return sql`app.word_position(w.name_sort, ${beginning}) = 0`
}

/** What a row `w` must pass: the filters, and each word of the text. */
function testsOf(
  { search_in }: Filters,
  { patterns }: Search,
  tests: readonly Statement<boolean>[],
): Statement<boolean>[] {
  const text = search_in === 'name_and_sku' ? sql`w.name_sort || E'\n' || w.sku_sort` : sql`w.search_text`
  return [sql`${text} like all (${patterns}::text[])`, ...tests]
}

/** Those in one order of the list: from its next rows, where many fit, else from the search index. */
async function findInOrder(
  tx: Tx,
  actor: Actor,
  filters: Filters,
  sort: SortOrder,
  search: Search,
  tests: readonly Statement<boolean>[],
): Promise<FoundPage> {
  const near = await lookNearby(tx, actor, filters, sort, testsOf(filters, search, tests))
  return near ?? gather(tx, actor, filters, sort, search)
}

/** All that fit, from the search index: sorted, paged and counted. */
async function gather(
  tx: Tx,
  actor: Actor,
  filters: Filters,
  sort: SortOrder,
  { patterns, beginning }: Search,
): Promise<FoundPage> {
  const { archived, category_id, supplier_id, location_id, sku, stock, limit, cursor } = filters
  const narrowed = {
    archived,
    category_id,
    supplier_id,
    location_id,
    names: filters.search_in === 'name_and_sku',
    sku: sku || undefined,
    stock: stock === 'all' ? undefined : stock,
  }
  const after = cursor === undefined ? null : cursorKey(sort, cursor)
  const rows = await tx.all(sql<Row & { count: number }>`
    select id, page_key, count from app.search_products(
      ${actor.org_id}, ${patterns}::text[], ${beginning}, ${JSON.stringify(narrowed)}::jsonb,
      ${sort.name.replace('-', '')}, ${sort.direction === 'desc'}, ${after}::text[], ${limit + 1})`)
  return counted(rows)
}

/** The page, where the next rows of the list's order fill it or are the last ones there are; else null. */
async function lookNearby(
  tx: Tx,
  actor: Actor,
  filters: Filters,
  sort: SortOrder,
  tests: readonly Statement<boolean>[],
): Promise<FoundPage | null> {
  const found = await tx.all(sql<{ seen: number; last: string[] | null; count: number | null } & Row>`
    with near as materialized (${inOrder(actor, filters, sort, nearby)})
    select s.seen, s.last, f.* from (
      select count(*) as seen, (select last.page_key from (select ${pageKey(sort)} from near w offset ${sql.lit(nearby - 1)}) last) as last from near) s
    left join (
      select w.id, ${pageKey(sort)}, count(*) over () as count from near w where ${allOf(tests)} limit ${sql.rows(filters.limit + 1)}) f on true`)
  const [{ seen, last, count } = { seen: 0, last: null, count: null }] = found
  const page = counted(count === null ? [] : found.map(({ id, page_key }) => ({ id, page_key, count })))
  if (seen < nearby || last === null) return page
  if (page.rows.length > filters.limit) return { ...page, exact: null }
  // One in a hundred or more fit: going on a little is less work than sorting all that fit.
  if (page.rows.length * (walked / nearby) <= filters.limit) return null
  const further = { ...filters, limit: filters.limit - page.rows.length, cursor: cursorOf(sort, last) }
  const rows = [...page.rows, ...(await walk(tx, actor, further, sort, tests, walked - nearby))]
  return rows.length > filters.limit ? atLeast(rows, filters.limit) : null
}
