-- The status history of a purchase order contains only allowed steps, and a draft without
-- payment terms is ordered only once it is paid.
select c.org_id, c.purchase_order_id, c.old_status, c.new_status
from status_changes c
where c.purchase_order_id is not null and (coalesce(c.old_status, ''), c.new_status) not in (
  ('', 'draft'), ('draft', 'ordered'), ('draft', 'cancelled'),
  ('ordered', 'draft'), ('ordered', 'partial'), ('ordered', 'received'), ('ordered', 'cancelled'),
  ('partial', 'received'), ('partial', 'ordered'), ('partial', 'cancelled'),
  ('received', 'partial'), ('received', 'ordered'))
union all
select o.org_id, o.id, o.payment_status, o.status
from purchase_orders o
where o.status in ('ordered', 'partial', 'received') and o.paid_amount = 0 and o.payment_terms_days is null and not exists (
  -- An order that cost nothing when it was ordered needs no payment.
  select from audit_trail a
  where a.org_id = o.org_id and a.table_name = 'purchase_orders' and a.record_id = o.id and (a.new_values ->> 'payment_status') = 'paid')
