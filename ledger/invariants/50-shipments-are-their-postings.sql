-- A shipment that left equals its posting, line by line; one that failed on its way has a second posting that brings
-- all of it back, and one that never left has none. Every other posting that shipped units of a shipment was undone,
-- movement by movement.
select coalesce(s.org_id, m.org_id) as org_id, coalesce(s.shipment_id, m.shipment_id) as shipment_id, coalesce(s.line_no, m.entry_no) as line_no
from (
  select l.org_id, l.shipment_id, s.posting_id, l.line_no, l.product_id, l.quantity
  from shipment_items l
  join shipments s on s.org_id = l.org_id and s.id = l.shipment_id and s.posting_id is not null
) s
full join (
  select m.org_id, p.source_id as shipment_id, m.posting_id, m.entry_no, (array_agg(m.product_id))[1] as product_id, sum(m.quantity) as quantity
  from stock_movements m
  join stock_postings p on p.org_id = m.org_id and p.id = m.posting_id and p.kind = 'shipment' and p.source_kind = 'shipment'
  where m.to_account = 'customer' and not exists (
    select from shipment_undos u where u.org_id = p.org_id and u.posting_id = p.id and u.shipment_id = p.source_id)
  group by m.org_id, p.source_id, m.posting_id, m.entry_no
) m on m.org_id = s.org_id and m.shipment_id = s.shipment_id and m.posting_id = s.posting_id and m.entry_no = s.line_no
where (s.product_id, s.quantity) is distinct from (m.product_id, m.quantity)
union all
select s.org_id, s.id, null
from shipments s
left join stock_postings p on p.org_id = s.org_id and p.id = s.undo_posting_id and p.source_id = s.id
where (s.status in ('failed', 'discarded') and s.posting_id is not null) <> (p.id is not null)
  or (p.id is not null and (select sum(quantity) from shipment_items l where l.org_id = s.org_id and l.shipment_id = s.id) is distinct from
    (select sum(quantity) from stock_movements m where m.org_id = s.org_id and m.posting_id = s.undo_posting_id and m.from_account = 'customer'))
union all
(
  -- What left and what came back, from the same location, lot and account, at the same cost.
  select coalesce(l.org_id, b.org_id), coalesce(l.shipment_id, b.shipment_id), null
  from (
    select u.org_id, u.posting_id, u.shipment_id, m.document_line_id, m.product_id, m.from_account as account, m.from_location_id as location_id,
      m.from_lot_id as lot_id, m.unit_cost, sum(m.quantity) as quantity
    from shipment_undos u
    join stock_movements m on m.org_id = u.org_id and m.posting_id = u.posting_id
    group by u.org_id, u.posting_id, u.shipment_id, m.document_line_id, m.product_id, m.from_account, m.from_location_id, m.from_lot_id, m.unit_cost
  ) l
  full join (
    select u.org_id, u.posting_id, u.shipment_id, m.document_line_id, m.product_id, m.to_account as account, m.to_location_id as location_id,
      m.to_lot_id as lot_id, m.unit_cost, sum(m.quantity) as quantity
    from shipment_undos u
    join stock_movements m on m.org_id = u.org_id and m.posting_id = u.undo_posting_id
    group by u.org_id, u.posting_id, u.shipment_id, m.document_line_id, m.product_id, m.to_account, m.to_location_id, m.to_lot_id, m.unit_cost
  ) b using (org_id, posting_id, document_line_id, product_id, account, location_id, lot_id, unit_cost, quantity)
  where l.shipment_id is null or b.shipment_id is null
)
union all
select u.org_id, u.shipment_id, null
from shipment_undos u
join shipments s on s.org_id = u.org_id and s.id = u.shipment_id
where s.posting_id = u.posting_id
