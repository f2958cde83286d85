-- Every status change has exactly one row, whose old status is the previous row's new status; the last one is the
-- document's status.
with documents as (
  select org_id, 'purchase_order' as kind, id, status from purchase_orders
  union all select org_id, 'sales_order', id, status from sales_orders
  union all select org_id, 'shipment', id, status from shipments
)
select coalesce(c.org_id, o.org_id) as org_id, coalesce(c.document_id, o.id) as document_id, c.change_no, c.old_status, c.new_status, o.status
from documents o
full join (
  select org_id, kind, document_id, change_no, old_status, new_status,
    lag(new_status) over w as previous, row_number() over w as place, lead(change_no) over w is null as is_last
  from (
    select org_id,
      case when purchase_order_id is not null then 'purchase_order' when sales_order_id is not null then 'sales_order' else 'shipment' end as kind,
      coalesce(purchase_order_id, sales_order_id, shipment_id) as document_id, change_no, old_status, new_status
    from status_changes
  ) changes
  window w as (partition by org_id, kind, document_id order by change_no)
) c on c.org_id = o.org_id and c.kind = o.kind and c.document_id = o.id
where c.change_no is null or o.id is null or c.change_no <> c.place or c.old_status is distinct from c.previous
  or (c.is_last and c.new_status <> o.status)
