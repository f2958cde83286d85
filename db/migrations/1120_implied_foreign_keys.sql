-- Each foreign key is checked row by row, a seventh of what a receipt takes (docs/decisions/0010). These guarantee only
-- what others guarantee, whose columns can't be null and which refuse deletes as well.

-- A received line refers to the level that it arrived in, as its movement does. The level's own keys lead to the lot,
-- from there to the product, and to the location.
alter table receipt_items
  add foreign key (org_id, product_id, location_id, lot_id) references stock_levels (org_id, product_id, location_id, lot_id),
  drop constraint receipt_items_org_id_product_id_lot_id_fkey,
  drop constraint receipt_items_org_id_product_id_fkey,
  drop constraint receipt_items_org_id_location_id_fkey;

-- The sales order leads to the organization.
alter table shipments drop constraint shipments_org_id_fkey;
alter table sales_returns drop constraint sales_returns_org_id_fkey;
