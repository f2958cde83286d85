-- RELIABILITY.md 33: every status change has exactly one row, whose old status is the one before it; the last one is the document's status.
select coalesce(c.org_id, o.org_id) as org_id, coalesce(c.purchase_order_id, o.id) as document_id, c.change_no, c.old_status, c.new_status, o.status
from purchase_orders o
full join (
  select org_id, purchase_order_id, change_no, old_status, new_status,
    lag(new_status) over w as previous, row_number() over w as place, lead(change_no) over w is null as is_last
  from status_changes
  where purchase_order_id is not null
  window w as (partition by org_id, purchase_order_id order by change_no)
) c on c.org_id = o.org_id and c.purchase_order_id = o.id
where c.change_no is null or o.id is null or c.change_no <> c.place or c.old_status is distinct from c.previous
  or (c.is_last and c.new_status <> o.status)
