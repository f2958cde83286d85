import type { Tx } from '../platform/db.ts'
import { sql } from '../platform/sql.ts'
import type { Announcement } from './announcement.ts'

/**
 * Returns a function that decides whether a member follows a notification's subject: its record itself, or a related
 * one (a product's category and supplier, a receipt's order and its supplier, a shipment's order, the products and
 * locations of moved stock).
 */
export async function followersOf(
  tx: Tx,
  org_id: string,
  announcements: readonly Announcement[],
): Promise<(member: Readonly<{ user_id: string }>, announcement: Announcement) => boolean> {
  const { anyone } = await tx.one(
    sql<{ anyone: boolean }>`select exists (select from follows where org_id = ${org_id} and following) as anyone`,
  )
  if (!anyone) return () => false
  const things = announcements.flatMap(({ subject, seen_through }, position) => [
    { position, kind: subject.kind, id: subject.id },
    { position, kind: seen_through.kind, id: seen_through.id },
  ])
  const rows = await tx.all(sql<{ position: number; user_id: string }>`
    select distinct t.position, f.user_id
    from jsonb_to_recordset(${JSON.stringify(things)}::jsonb) as t (position integer, kind text, id uuid)
    cross join lateral (
      select case t.kind when 'posting' then 'transaction' else t.kind end, t.id
      union all
      select x.* from products p cross join lateral (values ('category', p.category_id), ('supplier', p.supplier_id)) x
      where t.kind = 'product' and p.org_id = ${org_id} and p.id = t.id
      union all
      select 'supplier', o.supplier_id from purchase_orders o
      where t.kind = 'purchase_order' and o.org_id = ${org_id} and o.id = t.id
      union all
      select x.* from receipts r
      join purchase_orders o on o.org_id = ${org_id} and o.id = r.purchase_order_id
      cross join lateral (values ('purchase_order', o.id), ('supplier', o.supplier_id)) x
      where t.kind = 'receipt' and r.org_id = ${org_id} and r.id = t.id
      union all
      select 'sales_order', s.sales_order_id from shipments s
      where t.kind = 'shipment' and s.org_id = ${org_id} and s.id = t.id
      union all
      select 'sales_order', r.sales_order_id from sales_returns r
      where t.kind = 'return' and r.org_id = ${org_id} and r.id = t.id
      union all
      select x.* from location_transfers l
      cross join lateral (values ('product', l.product_id), ('location', l.from_location_id), ('location', l.to_location_id)) x
      where t.kind = 'transfer' and l.org_id = ${org_id} and l.id = t.id
      union all
      select x.* from stock_movements m
      join products p on p.org_id = ${org_id} and p.id = m.product_id
      cross join lateral (values ('product', m.product_id), ('category', p.category_id), ('supplier', p.supplier_id),
        ('location', m.from_location_id), ('location', m.to_location_id)) x
      where t.kind = 'posting' and m.org_id = ${org_id} and m.posting_id = t.id
    ) as r (record_type, record_id)
    join follows f on f.org_id = ${org_id} and f.record_type = r.record_type and f.record_id = r.record_id and f.following`)
  const found = new Set(rows.map(({ position, user_id }) => `${position} ${user_id}`))
  return ({ user_id }, announcement) => found.has(`${announcements.indexOf(announcement)} ${user_id}`)
}
