import type { z } from 'zod'
import type { AsOfAnswer } from '../../contract/as-of.ts'
import type { productListItem } from '../../contract/products.ts'
import { amountDecimals } from '../organizations/currency.ts'
import type { Tx } from '../platform/db.ts'
import type { Reader } from '../platform/endpoint.ts'
import { pageKey, type SortOrder } from '../platform/paging.ts'
import { columnOf, type RawRow, type RawRows } from '../platform/raw-rows.ts'
import { sql, type Statement } from '../platform/sql.ts'
import { namedInOrder } from './find-named.ts'
import { inOrder, type Filters } from './list-order.ts'
import { expiredOfLevel } from './promisable.ts'
import { recordFields, storedColumns } from './record.ts'

export type ListItem = z.input<typeof productListItem>

/** A list shows this many of a product's locations, and how many more there are. */
const locationsShown = 2

/**
 * The list's data of products, in the order in which they were found; with their stock at a moment if one is given.
 * Those that were `read` before aren't read again.
 */
export async function readListItems(
  tx: Tx,
  reader: Reader,
  found: readonly { id: string }[],
  as_of: AsOfAnswer | null,
  read: RawRows<ListItem> | null = null,
): Promise<RawRows<ListItem>> {
  const known = read ? rowsById(read) : new Map<string, RawRow>()
  const missing = found.flatMap(({ id }) => (known.has(id) ? [] : [id]))
  const others =
    read && missing.length === 0
      ? read
      : await tx.raw(sql<ListItem>`
          with page as (
            select id, position from unnest(${missing}::uuid[]) with ordinality as found (id, position))
          ${itemsOfPage(reader, sql`page join products p on p.org_id = ${reader.org_id} and p.id = page.id`, as_of)}`)
  if (!read) return others
  const all = new Map([...known, ...rowsById(others)])
  return { columns: others.columns, rows: found.map(({ id }) => all.get(id)).filter((row) => row !== undefined) }
}

function rowsById(read: RawRows): Map<string, RawRow> {
  const ids = columnOf(read, 'id') as string[]
  return new Map(read.rows.map((row, i) => [ids[i] ?? '', row]))
}

/** The same for the next products of an unfiltered order, and one more: found and read in one statement. */
export function readNextItems(
  tx: Tx,
  reader: Reader,
  filters: Filters,
  sort: SortOrder,
): Promise<RawRows<ListItem & { page_key: string[] }>> {
  return tx.raw(sql<ListItem & { page_key: string[] }>`
    with page as materialized (
      select w.*, ${pageKey(sort)}, row_number() over () as position
      from (${inOrder(reader, filters, sort, filters.limit + 1, storedColumns)}) w)
    ${itemsOfPage(reader, sql`page p`, null, sql`, page_key`)}`)
}

/** The same for the products that a search finds by a word of their name or by their SKU (find-named.ts). */
export function readNamedItems(
  tx: Tx,
  reader: Reader,
  filters: Filters,
  beginning: string,
): Promise<RawRows<ListItem & { page_key: string[] }>> {
  return tx.raw(sql<ListItem & { page_key: string[] }>`
    with page as materialized (
      select w.*, row_number() over () as position from (${namedInOrder(reader, filters, beginning, storedColumns)}) w)
    ${itemsOfPage(reader, sql`page p`, null, sql`, page_key`)}`)
}

/**
 * The list's items of a `page` of products with their positions, as columns that are written without being parsed
 * (rowsWriter). `products` are the page's, as `p`: the page itself if it has their columns. A page that joins them with
 * given ids would count as one row, and everything after it would be looked up product by product.
 */
function itemsOfPage(
  reader: Reader,
  products: Statement<unknown>,
  as_of: AsOfAnswer | null,
  more: Statement<unknown> = sql``,
): Statement<unknown> {
  return sql`
    select ${recordFields}, c.id as "category.id", c.name as "category.name", c.color as "category.color",
      t.on_hand as "stock.on_hand", t.available as "stock.available", t.available - coalesce(h.expired, 0) as "stock.to_promise",
      t.on_hand - t.available as "stock.reserved", t.held as "stock.held", t.in_transit as "stock.in_transit",
      t.incoming as "stock.incoming", t.backordered as "stock.backordered", t.minimum as "stock.minimum",
      t.is_low as "stock.is_low", t.is_out as "stock.is_out",
      coalesce(h.locations, '[]') as locations,
      greatest(coalesce(h.location_count, 0) - ${sql.lit(locationsShown)}, 0) as more_locations,
      ${as_of ? sql`past.*` : sql`null as stock_as_of`} ${more}
    from ${products}
    join product_totals t on t.org_id = ${reader.org_id} and t.product_id = p.id
    left join categories c on c.org_id = ${reader.org_id} and c.id = p.category_id
    left join (${stockOfPage(reader)}) h on h.product_id = p.id
    ${as_of ? sql`left join (${pastStock(reader, as_of)}) past on past.past_id = p.id` : sql``}
    order by position`
}

/**
 * The locations with the most stock of each product on a `page`, how many have some, and how much of it has expired:
 * computed for all of them at once, because product by product it took as long as the rest of the page (0.4 ms of 0.8
 * for 50 products), and from one pass over the levels, which takes a tenth off the statement's instructions.
 */
function stockOfPage(reader: Reader): Statement<unknown> {
  return sql`
    select l.product_id, count(*) as location_count, sum(l.expired) as expired,
      array_to_json((array_agg(json_build_object('id', o.id, 'name', o.name, 'on_hand', l.on_hand)
        order by l.on_hand desc, o.name_sort, o.id))[:${sql.lit(locationsShown)}]) as locations
    from (
      select s.product_id, s.location_id, sum(s.available + s.reserved) as on_hand, sum(${expiredOfLevel(reader)}) as expired
      from page ${levelsOfPage(reader)}
      group by s.product_id, s.location_id
      having sum(s.available + s.reserved) > 0) l
    join locations o on o.org_id = ${reader.org_id} and o.id = l.location_id
    group by l.product_id`
}

/**
 * The levels of the `page`'s products, as `s`. A limited member's are looked up product by product: the plan of a
 * member of a location with few levels would read all of a location, for members of larger locations as well.
 */
function levelsOfPage(reader: Reader): Statement<unknown> {
  return reader.location_ids
    ? sql`cross join lateral (select * from stock_levels l where l.org_id = ${reader.org_id} and l.product_id = page.id offset 0) s`
    : sql`join stock_levels s on s.org_id = ${reader.org_id} and s.product_id = page.id`
}

/**
 * The stock of the `page`'s products at a moment, and its value: computed for these only, one by one through their own
 * index.
 */
function pastStock(reader: Reader, { at, by }: AsOfAnswer): Statement<unknown> {
  return sql`
    select page.id as past_id, l.on_hand as "stock_as_of.on_hand", l.available as "stock_as_of.available",
      l.reserved as "stock_as_of.reserved", l.held as "stock_as_of.held", l.in_transit as "stock_as_of.in_transit",
      l.incoming as "stock_as_of.incoming", r.price as "stock_as_of.price", coalesce(r.cost_price, 0) as "stock_as_of.cost_price",
      r.cost_price is not null as "stock_as_of.cost_is_known", round(l.on_hand * r.price, ${amountDecimals(reader)}) as "stock_as_of.value_at_price",
      round(l.on_hand * coalesce(r.cost_price, 0), ${amountDecimals(reader)}) as "stock_as_of.value_at_cost"
    from page
    cross join lateral kernel.price_at(${reader.org_id}, page.id, ${at}::timestamptz) r
    cross join lateral (
      select coalesce(sum(s.available + s.reserved), 0) as on_hand, coalesce(sum(s.available), 0) as available,
        coalesce(sum(s.reserved), 0) as reserved, coalesce(sum(s.held), 0) as held, coalesce(sum(s.in_transit), 0) as in_transit,
        coalesce(sum(s.incoming), 0) as incoming
      from kernel.levels_as_of(${reader.org_id}, ${at}::timestamptz, ${by}, page.id) s
    ) l`
}
