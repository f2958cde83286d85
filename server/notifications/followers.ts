import type { Tx } from '../platform/db.ts'
import { sql, type Statement } from '../platform/sql.ts'
import type { Announcement } from './announcement.ts'

/**
 * Returns a function that decides whether a member follows a notification's subject: its record itself, its order and
 * supplier, or, if it concerns products, these, their categories and suppliers, and the locations where their goods
 * moved. Members limited to locations follow only goods that moved at theirs. People who follow only a record's
 * comments don't count: their choices for each kind decide.
 */
export async function followersOf(
  tx: Tx,
  org_id: string,
  announcements: readonly Announcement[],
): Promise<(member: Readonly<{ user_id: string }>, announcement: Announcement) => boolean> {
  const { anyone } = await tx.one(sql<{ anyone: boolean }>`
    select exists (select from follows where org_id = ${org_id} and following and not comments_only) as anyone`)
  if (!anyone) return () => false
  const things = announcements.flatMap(({ subject, seen_through }, position) => [
    { position, kind: subject.kind, id: subject.id },
    { position, kind: seen_through.kind, id: seen_through.id },
  ])
  const rows = await tx.all(sql<{ position: number; user_id: string }>`
    with things as materialized (
      select distinct position, kind, id
      from jsonb_to_recordset(${JSON.stringify(things)}::jsonb) as t (position integer, kind text, id uuid)),
    goods as materialized (${goodsOf(org_id)})
    select distinct r.position, f.user_id
    from (
      select position, case kind when 'posting' then 'transaction' else kind end, id, null from things
      union all
      ${documentsOf(org_id)}
      union all
      select g.position, x.*, g.locations from goods g
      join products p on p.org_id = ${org_id} and p.id = g.product_id
      cross join lateral (values ('product', p.id), ('category', p.category_id), ('supplier', p.supplier_id)) x
      union all
      select g.position, 'location', l.id, array[l.id] from goods g cross join lateral unnest(g.locations) as l (id)
    ) as r (position, record_type, record_id, locations)
    join follows f on f.org_id = ${org_id} and f.record_type = r.record_type and f.record_id = r.record_id
      and f.following and not f.comments_only
    join members m on m.org_id = ${org_id} and m.user_id = f.user_id
    where m.location_ids is null or r.locations is null or r.locations && m.location_ids`)
  const found = new Set(rows.map(({ position, user_id }) => `${position} ${user_id}`))
  return ({ user_id }, announcement) => found.has(`${announcements.indexOf(announcement)} ${user_id}`)
}

/** The order and the supplier of each subject. */
const documentsOf = (org_id: string): Statement<unknown> => sql`
      select t.position, 'supplier', o.supplier_id, null::uuid[] from things t
      join purchase_orders o on o.org_id = ${org_id} and o.id = t.id where t.kind = 'purchase_order'
      union all
      select t.position, x.*, null from things t
      join receipts r on r.org_id = ${org_id} and r.id = t.id
      join purchase_orders o on o.org_id = ${org_id} and o.id = r.purchase_order_id
      cross join lateral (values ('purchase_order', o.id), ('supplier', o.supplier_id)) x where t.kind = 'receipt'
      union all
      select t.position, 'sales_order', s.sales_order_id, null from things t
      join shipments s on s.org_id = ${org_id} and s.id = t.id where t.kind = 'shipment'
      union all
      select t.position, 'sales_order', r.sales_order_id, null from things t
      join sales_returns r on r.org_id = ${org_id} and r.id = t.id where t.kind = 'return'`

/**
 * The products of each subject and the locations where they moved, each pair once. A sales order that was shipped by
 * its status has shipments that aren't announced separately: what they moved is announced with the order.
 */
const goodsOf = (org_id: string): Statement<unknown> => sql`
      select position, id as product_id, null::uuid[] as locations from things where kind = 'product'
      union
      select t.position, l.product_id, array[l.from_location_id, l.to_location_id] from things t
      join location_transfers l on l.org_id = ${org_id} and l.id = t.id where t.kind = 'transfer'
      union
      select p.position, m.product_id, array_remove(array[m.from_location_id, m.to_location_id], null)
      from (
        select position, id from things where kind = 'posting'
        union
        select t.position, p.id from things t
        join stock_postings p on p.org_id = ${org_id} and p.source_id = t.id and p.source_kind = t.kind
        where t.kind in ('receipt', 'shipment', 'return')
        union
        select t.position, p.id from things t
        join shipments s on s.org_id = ${org_id} and s.sales_order_id = t.id and s.is_implicit
        join stock_postings p on p.org_id = ${org_id} and p.source_id = s.id and p.source_kind = 'shipment'
        where t.kind = 'sales_order'
      ) as p (position, id)
      join stock_movements m on m.org_id = ${org_id} and m.posting_id = p.id`
