import type { Tx } from '../platform/db.ts'
import type { Reader } from '../platform/endpoint.ts'
import { keyset, keyValues, pageKey, type SortOrder } from '../platform/paging.ts'
import { sql } from '../platform/sql.ts'
import { byRelevance, restRank } from './find-named.ts'
import { filtersOf, findPage } from './find-page.ts'
import { type Search, testsOf } from './find-searched.ts'
import { allOf, byName, counted, source, tested, type Filters, type FoundPage, type Row } from './list-order.ts'

/**
 * One page of the products that weren't archived at a moment: today's, and those archived since, merged in the list's
 * order.
 */
export async function findPastPage(
  tx: Tx,
  reader: Reader,
  filters: Filters,
  sort: SortOrder,
  search: Search | null,
  at: string,
): Promise<FoundPage> {
  const [present, since] = await Promise.all([
    findPage(tx, reader, filters, sort, search, null),
    findArchivedSince(tx, reader, filters, sort, search, at),
  ])
  if (since.rows.length === 0) return present
  const exact = present.exact ?? (present.rows.length > filters.limit ? null : present.rows.length)
  return {
    rows: await merged(tx, sort, [...present.rows, ...since.rows], filters.limit + 1),
    exact: exact === null ? null : exact + since.atLeast,
    atLeast: (exact ?? present.atLeast) + since.atLeast,
  }
}

/**
 * Products archived since are few, so all of them are tested, sorted and counted. Sorted by relevance, they are among
 * the matches by name after those that begin with the text.
 */
async function findArchivedSince(
  tx: Tx,
  reader: Reader,
  filters: Filters,
  sort: SortOrder,
  search: Search | null,
  at: string,
): Promise<FoundPage> {
  const asked = { ...filters, archived: true }
  const others = (await filtersOf(tx, reader, asked)).map(({ test }) => test)
  const tests = search ? testsOf(asked, search, others) : others
  const sorted = sort === byRelevance ? amongOthers : sort
  const { after, order } = keyset(sorted, filters.cursor)
  const rows = await tx.all(sql<Row & { count: number }>`
    select w.id, ${pageKey(sorted)}, count(*) over () as count
    from (
      select ${tested}, ${keyValues(sorted)}
      from ${source(reader, asked)} and p.archived_at > ${at}::timestamptz and ${after} ${order}) w
    where ${allOf(tests)}
    limit ${sql.rows(filters.limit + 1)}`)
  return counted(rows)
}

/** The order of the other matches by relevance. */
const amongOthers: SortOrder = {
  ...byRelevance,
  columns: [{ by: sql`${sql.lit(Number(restRank))}`, type: 'integer' }, ...byName.columns],
}

/** The first rows in the order of their keys, which PostgreSQL compares. */
function merged(tx: Tx, { columns, direction }: SortOrder, rows: readonly Row[], limit: number): Promise<Row[]> {
  const names = columns.map((_, index) => sql.ref(`key_${index}`))
  const values = columns.map((_, index) => sql`${rows.map(({ page_key }) => page_key[index])}::text[]`)
  const order = columns.map(({ type }, index) => sql`${names[index]}::${sql.raw(type)} ${sql.raw(direction)}`)
  return tx.all(sql<Row>`
    select id, array[${sql.join(names)}] as page_key
    from unnest(${rows.map(({ id }) => id)}::uuid[], ${sql.join(values)}) as found (id, ${sql.join(names)})
    order by ${sql.join(order)}
    limit ${sql.rows(limit)}`)
}
