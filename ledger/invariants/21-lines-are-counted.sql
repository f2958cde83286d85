-- 0 ≤ received ≤ ordered for every line of a purchase order, and the order's line counts are correct.
select o.org_id, o.id, o.status, o.open_lines, o.line_count, o.partial_lines, o.received_lines
from purchase_orders o
cross join lateral (
  select count(*) as lines, count(*) filter (where received_quantity = quantity) as received,
    count(*) filter (where received_quantity > 0 and received_quantity < quantity) as partial,
    bool_or(received_quantity < 0 or received_quantity > quantity) as impossible
  from purchase_order_items i where i.org_id = o.org_id and i.purchase_order_id = o.id
) i
where i.lines = 0 or i.impossible or (o.line_count, o.partial_lines, o.received_lines) <> (i.lines, i.partial, i.received)
  or o.open_lines <> case when o.status in ('ordered', 'partial') then i.lines - i.received else 0 end
