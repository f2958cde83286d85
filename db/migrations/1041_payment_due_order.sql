-- The list of purchase orders by when they have to be paid: those that don't, or have no date yet, come last.
alter table purchase_orders
  add column payment_due_sort date not null generated always as
    (case when payment_status in ('pending', 'partial') then coalesce(payment_due_date, 'infinity'::date) else 'infinity'::date end) stored;
create index purchase_orders_by_payment_due on purchase_orders (org_id, payment_due_sort, id);
