import { sql } from '../platform/sql.ts'
import { hasExpired } from '../stock/expired-lots.ts'

/** Units of a line of a packing slip at one location, in one lot. */
export type Source = { location: string; lot_number: string | null; quantity: number }

/** Where the units of a line `i` of a shipment `s` left from. */
const shippedFrom = sql`
  select l.name as location, t.lot_number, sum(m.quantity) as quantity, min(m.line_no) as no
  from stock_movements m
  join locations l on l.org_id = m.org_id and l.id = m.from_location_id
  join lots t on t.org_id = m.org_id and t.product_id = m.product_id and t.id = m.from_lot_id
  where m.org_id = s.org_id and m.posting_id = s.posting_id and m.entry_no = i.line_no and m.to_account = 'customer'
  group by l.id, l.name, t.id, t.lot_number`

/**
 * Where the units of a line `i` of a pending shipment `s` are reserved, in the order in which the ledger takes them
 * (kernel.picking_order), after those that the line's earlier shipments take. Expired lots aren't for customers.
 */
const reservedAt = sql`
  select r.location, r.lot_number, least(r.running_total, e.units + i.quantity) - greatest(r.running_total - r.quantity, e.units), r.no
  from (
    select l.name as location, t.lot_number, c.quantity, sum(c.quantity) over picking as running_total, row_number() over picking as no
    from stock_commitments c
    join locations l on l.org_id = c.org_id and l.id = c.location_id
    join lots t on t.org_id = c.org_id and t.product_id = c.product_id and t.id = c.lot_id
    where s.posting_id is null and c.org_id = s.org_id and c.document_line_id = i.sales_order_item_id
      and c.account = 'reserved' and c.has_units and not ${hasExpired}
    window picking as (order by l.is_default desc, (
        select sum(v.available) from stock_levels v
        where v.org_id = c.org_id and v.product_id = c.product_id and v.location_id = c.location_id) desc,
      l.id, t.expires_on nulls last, t.created_at, t.id)
  ) r
  cross join (
    select coalesce(sum(b.quantity), 0) as units
    from shipments a
    join shipment_items b on b.org_id = a.org_id and b.shipment_id = a.id
    where a.org_id = s.org_id and a.sales_order_id = s.sales_order_id and a.status = 'pending' and a.shipment_no < s.shipment_no
      and b.sales_order_item_id = i.sales_order_item_id
  ) e
  where r.running_total > e.units and r.running_total - r.quantity < e.units + i.quantity`

/** The sources of a line `i` of a shipment `s`, as JSON. */
export const sourcesOfLine = sql`(
  select coalesce(jsonb_agg(jsonb_build_object('location', g.location, 'lot_number', nullif(g.lot_number, ''), 'quantity', g.quantity)
    order by g.no), '[]')
  from (${shippedFrom} union all ${reservedAt}) g)`
