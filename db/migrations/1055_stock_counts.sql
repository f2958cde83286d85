-- Each count of a product at a location. Its id is that of its posting, which exists only if the count found a difference.
create table stock_counts (
  org_id uuid not null references organizations,
  id uuid not null,
  product_id uuid not null,
  location_id uuid not null,
  -- On hand of all lots together, before the count and as counted.
  expected numeric(15,4) not null check (expected >= 0 and expected < 1e11),
  counted numeric(15,4) not null check (counted >= 0 and counted < 1e11),
  has_difference boolean not null,
  user_id uuid not null,
  user_reference text not null,
  counted_at timestamptz not null default now(),
  primary key (org_id, id),
  foreign key (org_id, product_id) references products (org_id, id) on delete cascade,
  foreign key (org_id, location_id) references locations (org_id, id) on delete cascade
);
-- The last count of a product at a location.
create index stock_counts_of_product on stock_counts (org_id, product_id, location_id, counted_at);
-- The counts of a location since a day, newest first.
create index stock_counts_of_location on stock_counts (org_id, location_id, counted_at, id);
