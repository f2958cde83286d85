import { listReorderSuppliers, type ReorderSupplier } from '../../contract/reordering.ts'
import { todayOf } from '../organizations/company-days.ts'
import { implement, type Reader } from '../platform/endpoint.ts'
import { keyset, pageOf, type SortOrder } from '../platform/paging.ts'
import { sql, type Statement } from '../platform/sql.ts'

/**
 * The products that have to be reordered (web/stock/reorder-quantity.ts), up to a number of them: those of a supplier
 * or of none (`none`), else all.
 */
export function productsToReorder(
  reader: Reader,
  supplier_id: string | undefined,
  limit: number | null,
): Statement<string> {
  const products = supplier_id === undefined ? candidates(reader) : ofSupplier(reader, supplier_id)
  const { org_id } = reader
  // Looked up for each: how many there are isn't known when this is planned, and joins would read all totals.
  return sql<string>`
    with page as materialized (${products})
    select page.id
    from page
    cross join lateral (
      select * from product_totals t where t.org_id = ${org_id} and t.product_id = page.id and not t.archived limit 1) t
    cross join lateral (
      select t.available + t.in_transit + t.incoming - t.backordered - coalesce((
        select sum(s.available) from lots x
        join stock_levels s on s.org_id = x.org_id and s.product_id = x.product_id and s.lot_id = x.id
        where x.org_id = ${org_id} and x.product_id = page.id and x.expires_on < ${todayOf(reader)}), 0) as quantity offset 0) expected
    where expected.quantity <= t.minimum and expected.quantity < 2 * t.minimum
    limit ${limit}`
}

/** Found through the supplier's index. */
function ofSupplier({ org_id }: Reader, supplier_id: string): Statement<unknown> {
  const belongs = supplier_id === 'none' ? sql`p.supplier_id is null` : sql`p.supplier_id = ${supplier_id}`
  return sql`select p.id from products p where p.org_id = ${org_id} and ${belongs} and p.archived_at is null`
}

/**
 * All products that may have to be reordered, each found by an index: one that isn't low has units that are reserved,
 * backordered or expired. So the read depends on what needs attention now, not on how many products there are.
 */
function candidates({ org_id }: Reader): Statement<unknown> {
  return sql`
    select t.product_id as id from all_product_totals t where t.org_id = ${org_id} and t.is_low
    union
    select t.product_id from all_product_totals t where t.org_id = ${org_id} and t.backordered > 0
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
  const rows = await tx.all(sql<Row>`
    with found as (
      select p.supplier_id, count(*)::integer as product_count
      from (${productsToReorder(actor, undefined, null)}) f
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
