import { listReorderSuppliers, type ReorderSupplier } from '../../contract/reordering.ts'
import { todayOf } from '../organizations/company-days.ts'
import type { Tx } from '../platform/db.ts'
import { implement, type Reader } from '../platform/endpoint.ts'
import { keyset, pageOf, type SortOrder } from '../platform/paging.ts'
import { sql, type Statement } from '../platform/sql.ts'

/** More candidates than this aren't looked up one by one: the stock of all products is added up in one pass. */
const lookedUpCandidates = 5_000

/**
 * The products that have to be reordered (web/stock/reorder-quantity.ts), up to a number of them: those of a supplier
 * or of none (`none`), else all. At a limited member's locations, how many are low isn't known unless it is stored, and
 * often most are.
 */
export async function productsToReorder(
  tx: Tx,
  reader: Reader,
  supplier_id: string | undefined,
): Promise<(limit: number | null) => Statement<string>> {
  if (supplier_id !== undefined) return (limit) => lookedUp(reader, ofSupplier(reader, supplier_id), limit)
  if (!reader.location_ids) return (limit) => lookedUp(reader, candidates(reader, isLow(reader)), limit)
  const kept = await tx.maybe(sql<{ low: number }>`select low from app.own_location_sums(${reader.org_id})`)
  if (!kept || kept.low > lookedUpCandidates) return (limit) => addedUp(reader, limit)
  const low = sql`select low.id from app.own_low_products(${reader.org_id}, false, null) as low (id)`
  return (limit) => lookedUp(reader, candidates(reader, low), limit)
}

/** Whether a product with this id has to be reordered. */
export function isToReorder(reader: Reader, id: Statement<unknown>): Statement<boolean> {
  return sql`exists (select from ${expectedOf(reader, id)})`
}

/** Looked up for each: how many there are isn't known when this is planned, and joins would read all totals. */
function lookedUp(reader: Reader, products: Statement<unknown>, limit: number | null): Statement<string> {
  return sql<string>`
    with page as materialized (${products})
    select page.id from page cross join lateral (select from ${expectedOf(reader, sql`page.id`)}) t
    limit ${limit}`
}

/** The totals `t` of one product with what is expected of it, if it has to be reordered. */
function expectedOf({ org_id }: Reader, id: Statement<unknown>): Statement<unknown> {
  return sql`
    (select * from product_totals t where t.org_id = ${org_id} and t.product_id = ${id} and not t.archived limit 1) t
    cross join lateral (
      select ${promised} - coalesce((
        select sum(s.available) from ${expiredStock({ org_id })} and x.product_id = t.product_id), 0) as quantity offset 0) expected
    where ${isNeeded}`
}

const promised = sql`t.available + t.in_transit + t.incoming - t.backordered`
const isNeeded = sql`expected.quantity <= t.minimum and expected.quantity < 2 * t.minimum`

function expiredStock({ org_id }: Pick<Reader, 'org_id'>): Statement<unknown> {
  return sql`lots x
    join stock_levels s on s.org_id = x.org_id and s.product_id = x.product_id and s.lot_id = x.id
    where x.org_id = ${org_id} and x.expires_on < ${todayOf({ org_id })}`
}

/** The same of all products, in one pass over a limited member's stock. */
function addedUp({ org_id }: Reader, limit: number | null): Statement<string> {
  return sql<string>`
    select t.product_id as id
    from all_product_totals t
    left join (select x.product_id, sum(s.available) as quantity from ${expiredStock({ org_id })} group by x.product_id) e
      on e.product_id = t.product_id
    cross join lateral (select ${promised} - coalesce(e.quantity, 0) as quantity) expected
    where t.org_id = ${org_id} and not t.archived and ${isNeeded}
    limit ${limit}`
}

/** Found through the supplier's index. */
function ofSupplier({ org_id }: Reader, supplier_id: string): Statement<unknown> {
  const belongs = supplier_id === 'none' ? sql`p.supplier_id is null` : sql`p.supplier_id = ${supplier_id}`
  return sql`select p.id from products p where p.org_id = ${org_id} and ${belongs} and p.archived_at is null`
}

function isLow({ org_id }: Reader): Statement<unknown> {
  return sql`select t.product_id as id from all_product_totals t where t.org_id = ${org_id} and t.is_low`
}

/**
 * All products that may have to be reordered, each found by an index: one that isn't low has units that are reserved,
 * backordered or expired. So the read depends on what needs attention now, not on how many products there are. Of a
 * limited member, `low` is stored as well, and every open line may be backordered at their locations.
 */
function candidates({ org_id, location_ids }: Reader, low: Statement<unknown>): Statement<unknown> {
  const backordered = location_ids
    ? sql`
      select d.product_id from stock_demands d
      where d.org_id = ${org_id} and d.is_open and d.document_kind = 'sales_order'`
    : sql`select t.product_id from all_product_totals t where t.org_id = ${org_id} and t.backordered > 0`
  return sql`
    ${low}
    union
    ${backordered}
    union
    select c.product_id from stock_commitments c where c.org_id = ${org_id} and c.has_units and c.account = 'reserved'
    union
    select x.product_id from lots x where x.org_id = ${org_id} and x.expires_on < ${todayOf({ org_id })}`
}

/** By the supplier's name; products without a supplier last. */
const bySupplier: SortOrder = {
  name: 'supplier',
  direction: 'asc',
  columns: [
    { by: sql`(g.supplier_id is null)`, type: 'boolean' },
    { by: sql`coalesce(s.name_sort, '')`, type: 'text' },
    { by: sql`coalesce(s.id, '00000000-0000-0000-0000-000000000000'::uuid)`, type: 'uuid' },
  ],
}

type Row = ReorderSupplier & Readonly<{ page_key: string[]; products: number }>

export const listReorderSuppliersQuery = implement(listReorderSuppliers, async (tx, actor, { limit, cursor }) => {
  const { key, after, order } = keyset(bySupplier, cursor)
  const toReorder = await productsToReorder(tx, actor, undefined)
  const rows = await tx.all(sql<Row>`
    with found as (
      select p.supplier_id, count(*)::integer as product_count
      from (${toReorder(null)}) f
      join products p on p.org_id = ${actor.org_id} and p.id = f.id
      group by p.supplier_id
    ), g as (select *, sum(product_count) over () as products from found)
    select case when s.id is not null then jsonb_build_object('id', s.id, 'name', s.name, 'status', s.status) end as supplier,
      g.product_count, g.products, ${key}, (
        select count(*) from purchase_orders o
        where o.org_id = ${actor.org_id} and o.status = 'draft' and o.supplier_id = s.id) as draft_count
    from g
    left join suppliers s on s.org_id = ${actor.org_id} and s.id = g.supplier_id
    where ${after} ${order} limit ${sql.rows(limit + 1)}`)
  const products = rows[0]?.products ?? 0
  return {
    ...pageOf(
      rows.map(({ products: _, ...row }) => row),
      limit,
      bySupplier,
    ),
    products,
  }
})
