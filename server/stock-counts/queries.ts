import {
  listProductsToCount,
  listStockCounts,
  type ProductToCount,
  readCountProgress,
  type StockCount,
} from '../../contract/stock-counts.ts'
import { oneLocation } from '../locations/queries.ts'
import { withMoments } from '../organizations/filter-dates.ts'
import type { Tx } from '../platform/db.ts'
import { implement, type Actor } from '../platform/endpoint.ts'
import { keyset, newestBy, pageOf, type SortOrder } from '../platform/paging.ts'
import { personName } from '../platform/person-name.ts'
import { sql, type Statement } from '../platform/sql.ts'

export const byName: SortOrder = {
  name: 'name',
  direction: 'asc',
  columns: [
    { by: sql`p.name_sort`, type: 'text' },
    { by: sql`p.id`, type: 'uuid' },
  ],
}
const newestFirst = newestBy('date', 'c.counted_at', 'c.id')

/** Whether the count `c` stands: its posting wasn't undone. */
const stands = sql`(not c.has_difference or not exists (
  select from stock_postings u where u.org_id = c.org_id and u.reverses_posting_id = c.id))`

/** The products `p` as `ProductToCount`, with what is `there` and the `last` count that stands. */
export const productColumns = sql`
  p.id as product_id, p.name as product_name, p.sku as product_sku, p.image as product_image, p.quantity_decimals,
  coalesce(there.on_hand, 0) as on_hand,
  coalesce(there.lots, jsonb_build_array(
    jsonb_build_object('lot_id', p.id, 'lot_number', '', 'expires_on', null, 'on_hand', 0))) as lots,
  last.counted_at as last_counted_at`

/** Without lots on hand, the one of units without a lot: a count may find some. */
export const stockAt = (location_id: string) => sql`
  cross join lateral (
    select sum(s.available + s.reserved) as on_hand,
      jsonb_agg(jsonb_build_object('lot_id', t.id, 'lot_number', t.lot_number, 'expires_on', t.expires_on,
        'on_hand', s.available + s.reserved) order by t.expires_on nulls last, t.lot_number, t.id) as lots
    from stock_levels s
    join lots t on t.org_id = s.org_id and t.product_id = s.product_id and t.id = s.lot_id
    where s.org_id = p.org_id and s.product_id = p.id and s.location_id = ${location_id} and s.available + s.reserved > 0
  ) there
  cross join lateral (
    select max(c.counted_at) as counted_at from stock_counts c
    where c.org_id = p.org_id and c.product_id = p.id and c.location_id = ${location_id} and ${stands}
  ) last`

const isThere = (location_id: string) => sql`exists (
  select from stock_levels s
  where s.org_id = p.org_id and s.location_id = ${location_id} and s.product_id = p.id and s.available + s.reserved > 0)`

/** Whether the product `p` was counted at the location since a moment; ever, without one. */
const isCounted = (location_id: string, since: string | undefined) => sql`exists (
  select from stock_counts c
  where c.org_id = p.org_id and c.product_id = p.id and c.location_id = ${location_id} and ${isSince(since)} and ${stands})`

/** Whether the product `p` is left to count. */
export const isLeft = (location_id: string, since: string | undefined) =>
  sql`${isThere(location_id)} and not ${isCounted(location_id, since)}`

const isSince = (since: string | undefined): Statement<unknown> =>
  since === undefined ? sql`true` : sql`c.counted_at >= ${since}::timestamptz`

export const listProductsToCountQuery = implement(listProductsToCount, async (tx, actor, input) => {
  const { location_id, product_id, limit, cursor } = input
  await oneLocation(tx, actor, location_id)
  const since = await momentOf(tx, actor, input.since)
  const { key, after, order } = keyset(byName, cursor)
  const wanted = product_id ? sql`p.id = ${product_id}` : isLeft(location_id, since)
  const rows = await tx.all(sql<ProductToCount & { page_key: string[] }>`
    select ${productColumns}, ${key}
    from (
      select p.* from products p
      where p.org_id = ${actor.org_id} and p.archived_at is null and ${wanted} and ${after}
      ${order} limit ${sql.rows(limit + 1)}
    ) p ${stockAt(location_id)} ${order}`)
  return pageOf(rows, limit, byName)
})

/** One product as it is to be counted at a location; undefined if it is archived or doesn't exist. */
export function productToCount(
  tx: Tx,
  actor: Actor,
  location_id: string,
  product_id: string,
): Promise<ProductToCount | undefined> {
  return tx.maybe(sql<ProductToCount>`
    select ${productColumns} from products p ${stockAt(location_id)}
    where p.org_id = ${actor.org_id} and p.id = ${product_id} and p.archived_at is null`)
}

export const readCountProgressQuery = implement(readCountProgress, async (tx, actor, { location_id, since: day }) => {
  await oneLocation(tx, actor, location_id)
  const since = await momentOf(tx, actor, day)
  return tx.one(sql<{ counted: number; left: number; with_difference: number }>`
    with counted as materialized (
      select distinct on (c.product_id) c.product_id, c.has_difference from stock_counts c
      where c.org_id = ${actor.org_id} and c.location_id = ${location_id} and ${isSince(since)} and ${stands}
      order by c.product_id, c.has_difference desc
    )
    select count(*)::int as counted, count(*) filter (where c.has_difference)::int as with_difference,
      (select count(distinct s.product_id)::int from stock_levels s
        join products p on p.org_id = s.org_id and p.id = s.product_id and p.archived_at is null
        where s.org_id = ${actor.org_id} and s.location_id = ${location_id} and s.available + s.reserved > 0
          and s.product_id not in (select product_id from counted)) as left
    from counted c`)
})

const countColumns = sql`c.id, c.product_id, p.name as product_name, p.sku as product_sku, c.location_id, c.expected, c.counted,
  case when c.has_difference then c.id end as posting_id, not ${stands} as is_undone, c.user_id,
  ${personName('c')} as user_reference, c.counted_at`

export const listStockCountsQuery = implement(listStockCounts, async (tx, actor, input) => {
  const { location_id, limit, cursor } = input
  await oneLocation(tx, actor, location_id)
  const since = await momentOf(tx, actor, input.since)
  const { key, after, order } = keyset(newestFirst, cursor)
  const rows = await tx.all(sql<StockCount & { page_key: string[] }>`
    select ${countColumns}, ${key} from stock_counts c
    join products p on p.org_id = c.org_id and p.id = c.product_id
    where c.org_id = ${actor.org_id} and c.location_id = ${location_id} and ${isSince(since)} and ${after}
    ${order} limit ${sql.rows(limit + 1)}`)
  return pageOf(rows, limit, newestFirst)
})

/** One count as the contract shows it. */
export function stockCountById(tx: Tx, actor: Actor, id: string): Promise<StockCount> {
  return tx.one(sql<StockCount>`
    select ${countColumns} from stock_counts c join products p on p.org_id = c.org_id and p.id = c.product_id
    where c.org_id = ${actor.org_id} and c.id = ${id}`)
}

/** The first moment of a day in the organization's time zone; a moment as it is. */
export async function momentOf(tx: Tx, actor: Actor, since: string | undefined): Promise<string | undefined> {
  return (await withMoments(tx, actor, { from: since })).from
}
