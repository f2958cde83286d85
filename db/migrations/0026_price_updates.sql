-- Prices that were found on a product's purchase page: each is a suggestion until somebody applies or rejects it, once.

create table price_updates (
  org_id uuid not null references organizations,
  id uuid not null,
  user_id uuid not null,
  -- Null for a product that was not saved yet when its page was read.
  product_id uuid,
  url text not null,
  new_price numeric(14,2) not null check (new_price > 0 and new_price < 1e12),
  -- What the page names, as three letters; null when it names none.
  currency text check (currency ~ '^[A-Z]{3}$'),
  found_in text not null check (found_in in ('json_ld', 'meta', 'microdata')),
  fetched_at timestamptz not null default clock_timestamp(),
  status text not null default 'pending' check (status in ('pending', 'applied', 'rejected')),
  closed_at timestamptz,
  closed_by uuid,
  primary key (org_id, id),
  foreign key (org_id, product_id) references products (org_id, id) on delete cascade,
  check ((status = 'pending') = (closed_at is null) and (closed_at is null) = (closed_by is null))
);
create index price_updates_product on price_updates (org_id, product_id, fetched_at desc);

-- Where a price came from: typed by the person, brought by an import, found on a page. Null: written before this was kept.
alter table product_prices
  add column source text check (source in ('typed', 'imported', 'fetched')),
  add column price_update_id uuid,
  add foreign key (org_id, price_update_id) references price_updates (org_id, id),
  add check (price_update_id is null or source = 'fetched');
