-- A purchase order is received exactly when all its lines are, partial when some of it was received, and ordered when
-- nothing was; a draft has received nothing.
select o.org_id, o.id, o.status
from purchase_orders o
cross join lateral (
  select bool_and(received_quantity = quantity) as whole, bool_or(received_quantity > 0) as started
  from purchase_order_items i where i.org_id = o.org_id and i.purchase_order_id = o.id
) i
where o.status <> 'cancelled' and o.status is distinct from case
  when i.whole then 'received' when i.started then 'partial' when o.status = 'draft' then 'draft' else 'ordered' end
