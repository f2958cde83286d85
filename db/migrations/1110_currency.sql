-- An organization has one currency, and its orders have the same: the foreign keys of orders contain it, so it can only
-- change while there are none. They replace those to the organization alone.
alter table organizations add constraint organizations_org_id_currency_key unique (org_id, currency);
alter table sales_orders
  drop constraint sales_orders_currency_check,
  drop constraint sales_orders_org_id_fkey,
  add constraint sales_orders_org_id_currency_fkey foreign key (org_id, currency) references organizations (org_id, currency);
alter table purchase_orders
  drop constraint purchase_orders_currency_check,
  drop constraint purchase_orders_org_id_fkey,
  add constraint purchase_orders_org_id_currency_fkey foreign key (org_id, currency) references organizations (org_id, currency);
