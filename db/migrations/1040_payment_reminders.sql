-- The latest notification that a purchase order on account has to be paid: members hear of each due date twice at most,
-- once it is near and once it has passed (server/purchase-orders/remind-of-payments.ts).
create table purchase_payment_reminders (
  org_id uuid not null,
  purchase_order_id uuid not null,
  payment_due_date date not null,
  is_overdue boolean not null,
  primary key (org_id, purchase_order_id),
  foreign key (org_id, purchase_order_id) references purchase_orders (org_id, id)
);
