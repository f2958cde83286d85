-- A line's amount is rounded to the decimals of its order's currency: 0.333 × ¥1,000 is ¥333. Lines that exist keep their
-- amounts, with two decimals, because documents with them were sent.
alter table sales_order_items
  add column amount_decimals smallint not null default 2 constraint sales_order_items_decimals_check check (amount_decimals in (0, 2)),
  drop column amount,
  add column amount numeric(14,2) not null generated always as (round(quantity * unit_price, amount_decimals)) stored;
alter table purchase_order_items
  add column amount_decimals smallint not null default 2 constraint purchase_order_items_decimals_check check (amount_decimals in (0, 2)),
  drop column amount,
  add column amount numeric(14,2) not null generated always as (round(quantity * unit_price, amount_decimals)) stored;
