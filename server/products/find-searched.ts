import { trimmed } from '../../contract/trimmed.ts'
import type { Tx } from '../platform/db.ts'
import { isAscii } from '../platform/ascii.ts'
import type { Reader } from '../platform/endpoint.ts'
import { cursorKey, cursorOf, pageKey, type SortOrder } from '../platform/paging.ts'
import { searchPatterns } from '../platform/search-patterns.ts'
import { sql, type Statement } from '../platform/sql.ts'
import { byRelevance, findNamed, restRank, skuRank } from './find-named.ts'
import { byCode, findScanned, type ScannedCode } from './find-scanned.ts'
import {
  allOf,
  atLeast,
  byName,
  counted,
  inOrder,
  scan,
  scannedRows,
  type Filters,
  type FoundPage,
  type Row,
} from './list-order.ts'
import { sortOrder } from './sort-order.ts'

/**
 * A search text in the database's terms: one LIKE pattern per word, and the text itself as the beginning of a word in
 * a name, or of an SKU. If it is the code of goods, `scanned` are the products with it, which also match.
 */
export type Search = { patterns: readonly string[]; beginning: string; scanned: ScannedCode | null }

/** This many rows of the order are read before the search index, which is fast if there are few matches. */
const nearby = 300

/** Parses a search text; null if it has no word. */
export async function readSearch(
  tx: Tx,
  reader: Reader,
  { search, search_in }: Pick<Filters, 'search' | 'search_in'>,
): Promise<Search | null> {
  if (!search) return null
  const patterns = await searchPatterns(tx, search)
  if (patterns.length === 0) return null
  const scanned = search_in === 'everything' ? await findScanned(tx, reader, search) : null
  return { patterns, beginning: await beginningOf(tx, search), scanned }
}

/** The order of a list: by relevance only while searching. */
export function searchedOrder({ sort }: Filters, search: Search | null): SortOrder {
  if (sort !== 'relevance' || !search) return sortOrder(sort)
  return search.scanned ? byCode(search.scanned) : byRelevance
}

/** Names are indexed by their beginning up to this length. */
const beginningCharacters = 200

async function beginningOf(tx: Tx, search: string): Promise<string> {
  if (isAscii(search)) return trimmed(search).toLowerCase().slice(0, beginningCharacters)
  const { beginning } = await tx.one(sql<{ beginning: string }>`
    select left(app.fold(${trimmed(search)}), ${beginningCharacters}) as beginning`)
  return beginning
}

/** Where the page begins among the other matches, by name; null if products of findNamed can be on it. */
export function afterNamed({ cursor }: Filters): string[] | null {
  const [rank, ...key] = cursor === undefined ? [] : cursorKey(byRelevance, cursor)
  return rank === restRank ? key : null
}

/**
 * One page of matches among products that pass `tests` (on a row `w`). `read` are those of findNamed, if they were read
 * before.
 */
export async function findSearched(
  tx: Tx,
  reader: Reader,
  filters: Filters,
  sort: SortOrder,
  search: Search,
  tests: readonly Statement<boolean>[],
  read: Row[] | null,
): Promise<FoundPage> {
  if (sort !== byRelevance) return findInOrder(tx, reader, filters, sort, search, tests)
  const late = afterNamed(filters)
  const named = late ? [] : (read ?? (await findNamed(tx, reader, filters, search.beginning, tests)))
  if (named === null) return gather(tx, reader, filters, sort, search)
  if (named.length > filters.limit) return atLeast(named, filters.limit)
  // The text is part of a code: the next names of the list contain it too rarely to fill the page.
  if (named[0]?.page_key[0] === skuRank) {
    const code = tests.length === 0 && filters.search_in === 'everything' ? codeOf(search) : null
    return code ? findOthers(tx, reader, filters, code, named) : gather(tx, reader, filters, sort, search)
  }
  const cursor = late ? cursorOf(byName, late) : undefined
  const rest = { ...filters, limit: filters.limit - named.length, cursor }
  const near = await findInNextRows(tx, reader, rest, byName, [...testsOf(rest, search, tests), isUnnamed(search)])
  if (!near) return gather(tx, reader, filters, sort, search)
  return {
    rows: [...named, ...listedLast(near.rows)],
    exact: near.exact === null ? null : named.length + near.exact,
    atLeast: named.length + near.atLeast,
  }
}

/** The only word of a search, with a pattern that the search index can find it by. */
type Code = { pattern: string; inside: string; beginning: string }

/** Null for several words, and for a word whose parts are too short for the search index. */
function codeOf({ patterns, beginning }: Search): Code | null {
  const [pattern = ''] = patterns
  const parts = pattern.match(/[a-z0-9]{3,}/g)
  const isWhole = patterns.length === 1 && beginning.length < beginningCharacters
  return parts && isWhole ? { pattern, inside: `%${parts.join('%')}%`, beginning } : null
}

/** The products found by their SKU, all of which are on the page, and after them the code's other matches. */
async function findOthers(tx: Tx, reader: Reader, filters: Filters, code: Code, named: Row[]): Promise<FoundPage> {
  const { rows, atLeast: others } = counted(
    await tx.all(sql<Row & { count: number }>`
      select id, page_key, count from app.search_other_products(
        ${reader.org_id}, ${filters.archived}, ${code.pattern}, ${code.inside}, ${code.beginning}, ${filters.limit + 1 - named.length})`),
  )
  const count = named.length + others
  return { rows: [...named, ...listedLast(rows)], exact: count, atLeast: count }
}

function listedLast(rows: readonly Row[]): Row[] {
  return rows.map(({ id, page_key }) => ({ id, page_key: [restRank, ...page_key] }))
}

/**
 * Neither a word in the name of a row `w` nor its SKU begins with the text: such products are listed first. Tested on
 * the matches instead of in the scan: testing each name of the order takes twice as long as everything else (2.3 µs per
 * row).
 */
function isUnnamed({ beginning }: Search): Statement<boolean> {
  return sql`app.word_position(app.folded(w.name_sort), ${beginning}) = 0 and not starts_with(app.folded(w.sku_sort), ${beginning})`
}

/** The tests for a row `w`: the filters, and each word of the text. */
export function testsOf(
  { search_in }: Filters,
  { patterns, scanned }: Search,
  tests: readonly Statement<boolean>[],
): Statement<boolean>[] {
  const text = search_in === 'name_and_sku' ? sql`app.folded(w.name_sort || E'\n' || w.sku_sort)` : sql`w.search_text`
  const matches = sql<boolean>`${text} like all (${patterns}::text[])`
  return [scanned ? sql`(${matches} or w.id = any (${[...scanned.ids]}::uuid[]))` : matches, ...tests]
}

/** The matches in one order of the list: from its next rows if there are many, else from the search index. */
async function findInOrder(
  tx: Tx,
  reader: Reader,
  filters: Filters,
  sort: SortOrder,
  search: Search,
  tests: readonly Statement<boolean>[],
): Promise<FoundPage> {
  const near = await findInNextRows(tx, reader, filters, sort, testsOf(filters, search, tests))
  return near ?? gather(tx, reader, filters, sort, search)
}

/** All matches, from the search index: sorted, paged and counted. */
async function gather(
  tx: Tx,
  reader: Reader,
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
      ${reader.org_id}, ${patterns}::text[], ${beginning}, ${JSON.stringify(narrowed)}::jsonb,
      ${sort.name.replace('-', '')}, ${sort.direction === 'desc'}, ${after}::text[], ${limit + 1})`)
  return counted(rows)
}

/** The page, if the next rows of the list's order fill it or are the last ones; else null. */
async function findInNextRows(
  tx: Tx,
  reader: Reader,
  filters: Filters,
  sort: SortOrder,
  tests: readonly Statement<boolean>[],
): Promise<FoundPage | null> {
  const found = await tx.all(sql<{ seen: number; last: string[] | null; count: number | null } & Row>`
    with near as materialized (${inOrder(reader, filters, sort, nearby)})
    select s.seen, s.last, f.* from (
      select count(*) as seen, (select last.page_key from (select ${pageKey(sort)} from near w offset ${sql.lit(nearby - 1)}) last) as last from near) s
    left join (
      select w.id, ${pageKey(sort)}, count(*) over () as count from near w where ${allOf(tests)} limit ${sql.rows(filters.limit + 1)}) f on true`)
  const [{ seen, last, count } = { seen: 0, last: null, count: null }] = found
  const page = counted(count === null ? [] : found.map(({ id, page_key }) => ({ id, page_key, count })))
  if (seen < nearby || last === null) return page
  if (page.rows.length > filters.limit) return { ...page, exact: null }
  // One in a hundred or more matches: continuing a little is less work than sorting all matches.
  if (page.rows.length * (scannedRows / nearby) <= filters.limit) return null
  const further = { ...filters, limit: filters.limit - page.rows.length, cursor: cursorOf(sort, last) }
  const rows = [...page.rows, ...(await scan(tx, reader, further, sort, tests, scannedRows - nearby))]
  return rows.length > filters.limit ? atLeast(rows, filters.limit) : null
}
