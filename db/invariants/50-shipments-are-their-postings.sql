-- A shipment that left and its posting say the same, line by line; one that failed on its way has a second posting that brings all of it
-- back, and one that never left has none.
select coalesce(s.org_id, m.org_id) as org_id, coalesce(s.shipment_id, m.posting_id) as shipment_id, coalesce(s.line_no, m.entry_no) as line_no
from (
  select l.org_id, l.shipment_id, l.line_no, l.product_id, l.quantity
  from shipment_items l
  join shipments s on s.org_id = l.org_id and s.id = l.shipment_id and s.posting_id is not null
) s
full join (
  select m.org_id, m.posting_id, m.entry_no, (array_agg(m.product_id))[1] as product_id, sum(m.quantity) as quantity
  from stock_movements m
  join stock_postings p on p.org_id = m.org_id and p.id = m.posting_id and p.kind = 'shipment' and p.source_kind = 'shipment'
  where m.to_account = 'customer'
  group by m.org_id, m.posting_id, m.entry_no
) m on m.org_id = s.org_id and m.posting_id = s.shipment_id and m.entry_no = s.line_no
where (s.product_id, s.quantity) is distinct from (m.product_id, m.quantity)
union all
select s.org_id, s.id, null
from shipments s
left join stock_postings p on p.org_id = s.org_id and p.id = s.undo_posting_id and p.source_id = s.id
where (s.status = 'failed' and s.posting_id is not null) <> (p.id is not null)
  or (p.id is not null and (select sum(quantity) from shipment_items l where l.org_id = s.org_id and l.shipment_id = s.id) is distinct from
    (select sum(quantity) from stock_movements m where m.org_id = s.org_id and m.posting_id = s.undo_posting_id and m.from_account = 'customer'))
