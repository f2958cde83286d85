-- PostgreSQL changes a row in place, without new entries in its indexes, if no column that they use gets another value.
-- The conditions of these indexes used quantities, which change with every receipt and shipment, although the condition
-- itself seldom does: so a line of a receipt wrote six entries for rows that had them already (docs/decisions/0010).
alter table stock_demands
  add column is_open boolean not null generated always as (fulfilled < wanted) stored,
  set (fillfactor = 80);
drop index stock_demands_open;
drop index stock_demands_location;
create index stock_demands_open on stock_demands (org_id, product_id, placed_at, document_line_id) where is_open;
create index stock_demands_location on stock_demands (org_id, location_id) where location_id is not null and is_open;

alter table stock_commitments
  add column has_units boolean not null generated always as (quantity > 0) stored,
  set (fillfactor = 80);
drop index stock_commitments_level;
create index stock_commitments_level on stock_commitments (org_id, product_id, location_id, lot_id, account) where has_units;
