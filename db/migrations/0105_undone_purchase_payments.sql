-- A payment of a purchase order that was recorded by mistake is undone, as those of sales orders are: it stays, with who undid it.
alter table purchase_order_payments
  add column undone_at timestamptz,
  add column undone_by text,
  add constraint purchase_order_payments_undone check ((undone_at is null) = (undone_by is null));
