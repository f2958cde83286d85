-- Money that a supplier pays back is a payment with a negative amount, as for sales orders.
alter table purchase_order_payments
  drop constraint purchase_order_payments_amount_check,
  add constraint purchase_order_payments_amount_check check (amount <> 0);
-- The filter for orders that were paid beyond what is owed. Few are: without this index it would read every paid order.
create index purchase_orders_refunds_due on purchase_orders (org_id, created_at, id)
  where paid_amount > total_amount or status = 'cancelled' and paid_amount > 0;
