-- How many lines an order has and how far they are, kept on the order beside its total: the dashboard adds up one narrow index instead of
-- all lines. And the trigram index by which an order is found by a part of its number.
alter table purchase_orders
  add column line_count integer not null default 0 check (line_count >= 0),
  add column partial_lines integer not null default 0 check (partial_lines >= 0),
  add column received_lines integer not null default 0 check (received_lines >= 0);
update purchase_orders o
set line_count = i.lines, partial_lines = i.partial, received_lines = i.received
from (
  select org_id, purchase_order_id, count(*) as lines,
    count(*) filter (where received_quantity > 0 and received_quantity < quantity) as partial,
    count(*) filter (where received_quantity = quantity) as received
  from purchase_order_items group by org_id, purchase_order_id
) i
where i.org_id = o.org_id and i.purchase_order_id = o.id;
create index purchase_orders_counts on purchase_orders (org_id, status) include (line_count, partial_lines, received_lines);
create index purchase_orders_by_payment on purchase_orders (org_id, payment_status, created_at, id);
create index purchase_orders_search on purchase_orders using gin (org_id, lower(order_number) gin_trgm_ops) with (fastupdate = off);
