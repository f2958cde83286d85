-- The filter for orders that were paid beyond what is owed. Few are: without this index it would read every paid order.
create index sales_orders_refunds_due on sales_orders (org_id, order_date, id)
  where paid_amount > total_amount or status = 'cancelled' and paid_amount > 0;
