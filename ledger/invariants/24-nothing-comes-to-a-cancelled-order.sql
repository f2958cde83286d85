-- Nothing is received for a purchase order after it was cancelled.
select r.org_id, r.id, r.created_at, o.cancelled_at
from receipts r
join purchase_orders o on o.org_id = r.org_id and o.id = r.purchase_order_id
where r.created_at > o.cancelled_at
