-- A receipt equals its posting, line by line: product, location, lot, quantity, and on hold if damaged. A receipt that
-- was undone has a second posting that reverses all of it. A receipt's total is the sum of its lines.
select coalesce(r.org_id, m.org_id) as org_id, coalesce(r.receipt_id, m.posting_id) as receipt_id, coalesce(r.line_no, m.entry_no) as line_no
from (
  select l.*, case condition when 'damaged' then 'held' else 'available' end as account from receipt_items l
) r
full join (
  select m.org_id, m.posting_id, m.entry_no, m.product_id, m.to_location_id, m.to_lot_id, m.to_account, m.quantity, m.document_line_id
  from stock_movements m
  join stock_postings p on p.org_id = m.org_id and p.id = m.posting_id and p.kind = 'receipt' and p.source_kind = 'receipt'
) m on m.org_id = r.org_id and m.posting_id = r.receipt_id and m.entry_no = r.line_no
where (r.product_id, r.location_id, r.lot_id, r.account, r.quantity) is distinct from
    (m.product_id, m.to_location_id, m.to_lot_id, m.to_account, m.quantity)
  or (m.document_line_id is null) <> r.is_over_delivery
union all
select r.org_id, r.id, null
from receipts r
left join stock_postings p on p.org_id = r.org_id and p.id = r.undo_posting_id and p.source_id = r.id
where r.undone_at is not null and (
  p.id is null
  or (select sum(quantity) from receipt_items l where l.org_id = r.org_id and l.receipt_id = r.id)
    <> (select sum(quantity) from stock_movements m where m.org_id = r.org_id and m.posting_id = r.undo_posting_id))
union all
select r.org_id, r.id, null
from receipts r
left join (select org_id, receipt_id, count(*) as line_count, sum(quantity) as units from receipt_items group by org_id, receipt_id) l
  on l.org_id = r.org_id and l.receipt_id = r.id
where (r.line_count, r.units) is distinct from (l.line_count, l.units)
