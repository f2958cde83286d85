import type { Tx } from '../platform/db.ts'
import type { Reader } from '../platform/endpoint.ts'
import { keyset, type SortOrder } from '../platform/paging.ts'
import { sql, type Statement } from '../platform/sql.ts'
import { allOf, type Filters, type Row } from './list-order.ts'

/**
 * First the products whose name begins with the typed text (rank 0), then those with a later word that does (1), each
 * sorted by the name from that word on, then those whose SKU does (2), by SKU, as stored in product_name_words; all
 * other matches come after them, by name (3).
 */
export const byRelevance: SortOrder = {
  name: 'relevance',
  direction: 'asc',
  columns: [
    { by: sql`n.rank`, type: 'integer' },
    { by: sql`n.words`, type: 'text' },
    { by: sql`n.product_id`, type: 'uuid' },
  ],
}

/** The rank of products of which only the SKU begins with the text. */
export const skuRank = '2'
/** The rank of all other matches. */
export const restRank = '3'

/** This many are tested against filters; if fewer than one in forty passes, all matches are collected instead. */
const mostTested = 2_000

/**
 * Selects a page, and one more, of the products with a word in their name, or an SKU, that begins with `beginning`,
 * ordered by relevance: one range of an index. Selects these columns of a product `p`, and its page_key. If there are
 * `tests` (on a row `w`), only those that pass, of the first 2,000.
 */
export function namedInOrder(
  reader: Reader,
  filters: Filters,
  beginning: string,
  selected: Statement<unknown>,
  tests: readonly Statement<boolean>[] = [],
): Statement<unknown> {
  const { key, after, order } = keyset(byRelevance, filters.cursor)
  // A product that is found twice is listed where it comes first.
  const isFirst = sql<boolean>`app.word_position(w.folded_name, ${beginning})
    = case w.rank when 2 then 0 else length(w.folded_name) - length(w.words) + 1 end`
  // Offset 0: joined as one table, the planner reads all products if it believes that few pass (30 ms for a page, 0.4
  // ms this way).
  return sql`
    select w.* from (
      select p.*, n.rank, n.words, ${key}
      from product_name_words n
      cross join lateral (
        select ${selected}, p.name_sort, p.sku_sort, app.folded(p.name_sort) as folded_name from products p where p.org_id = n.org_id and p.id = n.product_id offset 0) p
      where ${inRange(reader, filters, beginning)} and ${after} ${order} ${tests.length > 0 ? sql`limit ${sql.rows(mostTested)}` : sql``}) w
    where ${allOf([isFirst, ...tests])}
    limit ${sql.rows(filters.limit + 1)}`
}

/** No name continues beyond the end of the range. */
function inRange(reader: Reader, { archived }: Filters, beginning: string): Statement<boolean> {
  return sql`
    n.org_id = ${reader.org_id} and n.archived = ${archived} and n.rank = any ('{0,1,2}')
    and n.words >= ${beginning} and n.words < ${beginning + '\u{10ffff}'.repeat(200)}`
}

/**
 * Reads what `namedInOrder` selects. Fewer than a page means that there are no more; null if too few passed the tests.
 */
export async function findNamed(
  tx: Tx,
  reader: Reader,
  filters: Filters,
  beginning: string,
  tests: readonly Statement<boolean>[],
): Promise<Row[] | null> {
  const rows = await tx.all(sql<Row>`
    select w.id, w.page_key from (${namedInOrder(reader, filters, beginning, sql`p.id, p.category_id, p.supplier_id`, tests)}) w`)
  if (tests.length === 0 || rows.length > filters.limit) return rows
  const { all } = await tx.one(sql<{ all: boolean }>`
    select count(*) <= ${sql.lit(mostTested)} as all
    from (select from product_name_words n where ${inRange(reader, filters, beginning)} limit ${sql.lit(mostTested + 1)}) counted`)
  return all ? rows : null
}
