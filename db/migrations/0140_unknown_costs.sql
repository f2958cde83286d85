-- A product's cost may be unknown: null, in place of a 0 that reads like a gift. What was kept so far tells the two apart as far as
-- it can: a 0 before the first cost that was ever given is unknown, a 0 after one was typed on purpose.
alter table products alter column cost_price drop not null, alter column cost_price drop default;
alter table product_prices alter column cost_price drop not null;

-- These are corrections of what the columns mean, not edits: nothing is audited, and the price history is rewritten this once.
alter table products disable trigger user;
alter table product_prices disable trigger user;
update product_prices r set cost_price = null
where cost_price = 0 and not exists (
  select from product_prices e
  where e.org_id = r.org_id and e.product_id = r.product_id and e.valid_from < r.valid_from and e.cost_price > 0);
update products p set cost_price = null
where cost_price = 0 and not exists (
  select from product_prices r where r.org_id = p.org_id and r.product_id = p.id and r.cost_price > 0);
alter table product_prices enable trigger user;
alter table products enable trigger user;

-- A receipt of goods gives an unknown cost the price that was paid.
alter table product_prices
  add column receipt_id uuid,
  add foreign key (org_id, receipt_id) references receipts (org_id, id),
  drop constraint product_prices_source_check,
  add constraint product_prices_source_check check (source in ('typed', 'imported', 'fetched', 'received')),
  add constraint product_prices_receipt_check check (receipt_id is null or source = 'received');

-- It returns for how many units the cost was unknown, too (db/kernel/value_as_of.sql).
drop function if exists kernel.value_as_of(uuid, timestamptz, text);
