-- The whole catalogue in numbers, kept by every posting instead of being added up for every look (docs/decisions/0013).

-- Copies of the product's own (kernel.follow_product), under the totals' lock: what a posting adds to the value is exact, also while
-- somebody changes the price. No category is the zero UUID.
alter table product_totals
  add column price numeric(14,2) not null default 0,
  add column category_id uuid not null default '00000000-0000-0000-0000-000000000000';

-- Sums of product_totals per category, spread over slots: a writer takes one that nobody holds (kernel.add_to_catalogue), so postings
-- never wait for each other here. One slot alone means nothing; the sum over them is exact.
create table catalogue_totals (
  org_id uuid not null references organizations,
  category_id uuid not null,
  slot bigint not null generated always as identity,
  products bigint not null default 0,
  archived bigint not null default 0,
  units numeric not null default 0,
  value_at_price numeric not null default 0,
  low bigint not null default 0,
  "out" bigint not null default 0,
  primary key (org_id, category_id, slot)
) with (fillfactor = 50);

-- The dashboard's list of what is lowest.
create index product_totals_low_ratio on product_totals (org_id, low_ratio_sort, product_id) where is_low;
-- Products are counted per category in catalogue_totals.
drop index products_in_category;
