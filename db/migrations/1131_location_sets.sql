-- The sets of locations that members are limited to, with the sums of the stock there and what is low there. Every
-- posting of an organization that has such members updates them (docs/decisions/0210).
create table location_sets (
  org_id uuid not null references organizations,
  id uuid not null,
  location_ids uuid[] not null check (cardinality(location_ids) > 0),
  -- Products up to this id are counted in the sums; those after it will be.
  counted_to uuid,
  primary key (org_id, id),
  unique (org_id, location_ids)
);

-- Spread over slots like catalogue_totals.
create table location_set_totals (
  org_id uuid not null,
  set_id uuid not null,
  slot bigint not null generated always as identity,
  units numeric not null default 0,
  value_at_price numeric not null default 0,
  low bigint not null default 0,
  "out" bigint not null default 0,
  primary key (org_id, set_id, slot),
  foreign key (org_id, set_id) references location_sets (org_id, id) on delete cascade
) with (fillfactor = 50);

-- Products that are low at these locations, with the columns of the same names in product_totals. Without a foreign key,
-- which would check each row of a new set; the kernel adds and removes them with the set.
create table location_set_low (
  org_id uuid not null,
  set_id uuid not null,
  product_id uuid not null,
  low_ratio_sort bigint not null,
  is_out boolean not null,
  primary key (org_id, set_id, product_id)
);
create index location_set_low_ratio on location_set_low (org_id, set_id, low_ratio_sort, product_id);

insert into outbox (org_id, kind, payload)
select distinct org_id, 'location_sets', '{}'::jsonb from members where cardinality(location_ids) > 0;
