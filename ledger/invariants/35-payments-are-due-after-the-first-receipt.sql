-- A purchase order with payment terms is due that many days after its first receipt that wasn't undone; other orders
-- have no due date. A day more or less: the organization's time zone may have changed since.
select o.org_id, o.id, o.payment_terms_days, o.payment_due_date, r.received_at
from purchase_orders o
left join (
  select org_id, purchase_order_id, min(received_at) as received_at from receipts where undone_at is null group by org_id, purchase_order_id
) r on r.org_id = o.org_id and r.purchase_order_id = o.id
where (o.payment_due_date is null) <> (o.payment_terms_days is null or r.received_at is null)
  or abs(o.payment_due_date - (r.received_at at time zone 'UTC')::date - o.payment_terms_days) > 1
