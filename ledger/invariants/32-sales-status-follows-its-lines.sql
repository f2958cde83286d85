-- An order is shipped or delivered exactly when all its lines are shipped (unless it is cancelled); pending and closed
-- orders have no pending shipment; and an order's line counts are correct.
select o.org_id, o.id, o.status, o.line_count, o.open_lines, i.lines, i.open
from sales_orders o
cross join lateral (
  select count(*) as lines, bool_and(shipped_quantity = quantity) as whole,
    count(*) filter (where shipped_quantity + planned_quantity < quantity) as open
  from sales_order_items i where i.org_id = o.org_id and i.sales_order_id = o.id
) i
where i.lines = 0 or o.line_count <> i.lines
  or o.open_lines <> case when o.status in ('pending', 'processing') then i.open else 0 end
  or (o.status <> 'cancelled' and i.whole <> (o.status in ('shipped', 'delivered')))
  or (o.status in ('shipped', 'delivered', 'cancelled') and exists (
    select from shipments s where s.org_id = o.org_id and s.sales_order_id = o.id and s.status = 'pending'))
