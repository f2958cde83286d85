-- The incoming units committed to a line equal its remaining quantity, at the line's location, while its purchase order
-- is open; otherwise nothing is committed, and no more is wanted than was received, even for removed lines.
select l.org_id, l.id, l.remaining, c.incoming, c.elsewhere, d.wanted
from (
  select o.org_id, i.id, i.location_id, i.quantity, i.received_quantity, o.status,
    case when o.status in ('ordered', 'partial') then i.quantity - i.received_quantity else 0 end as remaining
  from purchase_orders o
  join purchase_order_items i on i.org_id = o.org_id and i.purchase_order_id = o.id
  union all
  select d.org_id, d.document_line_id, null, 0, 0, 'removed', 0
  from stock_demands d
  join purchase_orders o on o.org_id = d.org_id and o.id = d.document_id and d.document_kind = 'purchase_order'
  where not exists (select from purchase_order_items i where i.org_id = d.org_id and i.id = d.document_line_id)
) l
left join stock_demands d on d.org_id = l.org_id and d.document_line_id = l.id
cross join lateral (
  select coalesce(sum(c.quantity), 0) as incoming, coalesce(sum(c.quantity) filter (where c.location_id <> l.location_id), 0) as elsewhere
  from stock_commitments c where c.org_id = l.org_id and c.document_line_id = l.id and c.account = 'incoming'
) c
where c.incoming <> l.remaining or c.elsewhere > 0
  or coalesce(d.wanted, 0) <> case
    when l.status in ('ordered', 'partial', 'received') then l.quantity else l.received_quantity end
