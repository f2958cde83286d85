-- Purchase orders on account: ordered unpaid, and due a number of days after the first of their goods arrive.
alter table purchase_orders
  -- Null: paid when it is ordered.
  add column payment_terms_days smallint check (payment_terms_days between 0 and 365),
  -- Derived, as the payment status is: null without terms, and until something was received.
  add column payment_due_date date,
  add check (payment_due_date is null or payment_terms_days is not null);

-- What is owed and when: the filter of the list and the dashboard's figure read these few orders only.
create index purchase_orders_payments_due on purchase_orders (org_id, payment_due_date, id)
  where payment_due_date is not null and payment_status in ('pending', 'partial');
