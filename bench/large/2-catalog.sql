-- Products with names of common words, fifty categories, twenty suppliers and five locations. Every 20th product has
-- lots, every product whose number ends with 7 modulo 20 is counted in quarters, and every third changed its price a
-- year ago. Triggers are on, so that records that people edit have audit rows.
set session_replication_role = origin;

insert into locations (org_id, id, user_id, name)
select org_id, bench.id_at(begins_at, 'location ' || n), user_id, (array['Shop floor', 'North store', 'South store', 'Returns'])[n]
from bench.size, generate_series(1, 4) n;

insert into categories (org_id, id, user_id, name, color)
select org_id, bench.id_at(begins_at, 'category ' || n), user_id,
  (array['Steel', 'Brass', 'Copper', 'Oak', 'Cotton'])[1 + n % 5] || ' ' ||
  (array['bolts', 'hinges', 'valves', 'boards', 'cloth', 'jars', 'seals', 'boxes', 'lamps', 'gears'])[1 + n / 5],
  '#' || lpad(to_hex(n * 334423 % 16777216), 6, '0')
from bench.size, generate_series(0, 49) n;

insert into suppliers (org_id, id, user_id, name, email)
select org_id, bench.id_at(begins_at, 'supplier ' || n), user_id, 'Supplier ' || n, 'orders@supplier-' || n || '.example'
from bench.size, generate_series(0, 19) n;

create table bench.products as
select n as product_no, bench.id_at(begins_at + n * interval '1 millisecond', 'product ' || n) as product_id,
  case when n % 20 = 7 then 0.25 else 1 end as unit
from bench.size, generate_series(0, size.products - 1) n;
create unique index on bench.products (product_no);

-- The numbers in names and SKUs are shuffled, so that no list begins with the busiest products.
insert into products (org_id, id, user_id, name, sku, description, category_id, supplier_id, price, cost_price, quantity_decimals, created_at, updated_at)
select s.org_id, p.product_id, s.user_id,
  (array['Steel','Brass','Copper','Oak','Cotton','Glass','Rubber','Paper'])[1 + mixed % 8] || ' ' ||
  (array['bolt','hinge','valve','board','cloth','jar','seal','box','lamp','gear','plate'])[1 + mixed % 11] || ' ' || mixed,
  'B-' || lpad(mixed::text, 6, '0'), 'Sold by the piece, size ' || mixed % 97,
  case when mixed % 25 > 0 then bench.id_at(s.begins_at, 'category ' || mixed % 50) end,
  case when mixed % 3 > 0 then bench.id_at(s.begins_at, 'supplier ' || mixed % 20) end,
  (mixed % 500) / 4.0 + 1, (mixed % 500) / 8.0 + 0.5, case when unit < 1 then 2 else 0 end,
  s.begins_at + product_no * interval '1 millisecond', s.begins_at + product_no * interval '1 millisecond'
from bench.products p
cross join bench.size s
cross join lateral (select (product_no::bigint * 61843 % s.products)::integer as mixed) m;

set session_replication_role = replica;

insert into lots (org_id, product_id, id, lot_number)
select org_id, product_id, product_id, '' from bench.products, bench.size;

insert into lots (org_id, product_id, id, lot_number, expires_on)
select org_id, product_id, bench.id_at(begins_at, 'lot ' || product_no || ' ' || n), 'LOT-' || product_no || '-' || n, ends_at::date + 90 * n
from bench.products, bench.size, generate_series(1, 2) n
where product_no % 20 = 0;

insert into product_prices (org_id, product_id, valid_from, price, cost_price, user_id)
select s.org_id, p.id, p.created_at, p.price + 1, p.cost_price + 0.5, s.user_id
from products p, bench.size s where p.org_id = s.org_id and right(p.sku, 3)::integer % 3 = 0;

insert into product_prices (org_id, product_id, valid_from, price, cost_price, user_id)
select s.org_id, p.id, case when right(p.sku, 3)::integer % 3 = 0 then s.ends_at - interval '1 year' else p.created_at end,
  p.price, p.cost_price, s.user_id
from products p, bench.size s where p.org_id = s.org_id;

-- The levels by number, (product × 5 + location) × 3 + lot: every level that a product with movements ever had.
create table bench.levels as
select (p.product_no * 5 + o.location_no) * 3 + l.lot_no as level_no, p.product_no, p.product_id, o.id as location_id, p.unit,
  case when l.lot_no = 0 then p.product_id else bench.id_at(s.begins_at, 'lot ' || p.product_no || ' ' || l.lot_no) end as lot_id
from bench.size s
cross join bench.products p
join (select org_id, id, (row_number() over (order by is_default desc, name_sort) - 1)::integer as location_no from locations) o on o.org_id = s.org_id
join generate_series(0, 2) as l (lot_no) on l.lot_no = 0 or p.product_no % 20 = 0
where p.product_no < s.products * 0.99;
create unique index on bench.levels (level_no);
analyze bench.products, bench.levels;
