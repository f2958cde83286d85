-- Stock: an append-only double-entry ledger and what is derived from it in the same transaction (docs/ARCHITECTURE.md).
-- The functions of db/kernel are the only writers of every table here but stock_rules and transaction_drafts. Balances, lots and
-- movements name each other by keys that carry the organisation and the product, so a foreign unit cannot even be written.

-- The net against doing twice: one row per posting id ever used, kept for ever.
create table posting_keys (
  org_id uuid not null,
  id uuid not null,
  request_hash bytea not null,
  primary key (org_id, id)
);

-- One row per group of movements made by one command, written complete and never changed.
create table stock_postings (
  org_id uuid not null,
  id uuid not null,
  kind text not null,
  source_kind text,
  source_id uuid,
  notes text,
  metadata jsonb not null,
  user_id uuid,
  user_reference text not null,
  result jsonb not null,
  happened_at timestamptz not null,
  recorded_at timestamptz not null,
  reverses_posting_id uuid,
  primary key (org_id, id),
  foreign key (org_id, id) references posting_keys (org_id, id),
  foreign key (org_id, reverses_posting_id) references stock_postings (org_id, id),
  check ((source_kind is null) = (source_id is null) and kind <> '')
);
create unique index stock_postings_reversal_key on stock_postings (org_id, reverses_posting_id) where reverses_posting_id is not null;
create index stock_postings_source on stock_postings (org_id, source_id) where source_id is not null;

-- Each product has one real row for "no lot" (id = product_id, empty lot number), so every key and foreign key always holds.
create table lots (
  org_id uuid not null,
  product_id uuid not null,
  id uuid not null,
  lot_number text not null check (length(lot_number) <= 200),
  expires_on date,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, product_id, id),
  foreign key (org_id, product_id) references products (org_id, id),
  check ((id = product_id) = (lot_number = '')),
  check (expires_on is null or id <> product_id)
);
create unique index lots_number_key on lots (org_id, product_id, lower(lot_number));

-- The five balances at one place. `version` counts the legs that ever touched the row. Never deleted while a movement names it.
create table stock_levels (
  org_id uuid not null,
  product_id uuid not null,
  location_id uuid not null,
  lot_id uuid not null,
  available numeric(15,4) not null default 0,
  reserved numeric(15,4) not null default 0,
  held numeric(15,4) not null default 0,
  in_transit numeric(15,4) not null default 0,
  incoming numeric(15,4) not null default 0,
  version bigint not null default 0,
  last_recorded_at timestamptz not null default '-infinity',
  check (least(available, reserved, held, in_transit, incoming, version) >= 0),
  check (greatest(available, reserved, held, in_transit, incoming) < 1e11),
  primary key (org_id, product_id, location_id, lot_id),
  foreign key (org_id, product_id, lot_id) references lots (org_id, product_id, id),
  foreign key (org_id, location_id) references locations (org_id, id)
) with (fillfactor = 80);
create index stock_levels_location on stock_levels (org_id, location_id, product_id, lot_id);

-- What document lines want: sales lines want goods reserved and shipped, purchase lines ordered and received, transfer lines moved.
-- Backordered = wanted − fulfilled − reserved, computed, never stored here.
create table stock_demands (
  org_id uuid not null,
  document_line_id uuid not null,
  document_kind text not null check (document_kind in ('sales_order', 'purchase_order', 'transfer')),
  document_id uuid not null,
  product_id uuid not null,
  location_id uuid,
  wanted numeric(15,4) not null check (wanted >= 0 and wanted < 1e11),
  fulfilled numeric(15,4) not null default 0 check (fulfilled >= 0 and fulfilled <= wanted),
  placed_at timestamptz not null,
  primary key (org_id, document_line_id),
  unique (org_id, product_id, document_line_id),
  foreign key (org_id, product_id) references products (org_id, id),
  foreign key (org_id, location_id) references locations (org_id, id)
);
create index stock_demands_open on stock_demands (org_id, product_id, placed_at, document_line_id) where fulfilled < wanted;
create index stock_demands_document on stock_demands (org_id, document_id);
create index stock_demands_location on stock_demands (org_id, location_id) where location_id is not null and fulfilled < wanted;

-- Which reserved, incoming and in-transit units belong to which document line. The level's lock guards these rows too.
create table stock_commitments (
  org_id uuid not null,
  document_line_id uuid not null,
  account text not null check (account in ('reserved', 'incoming', 'in_transit')),
  product_id uuid not null,
  location_id uuid not null,
  lot_id uuid not null,
  quantity numeric(15,4) not null check (quantity >= 0 and quantity < 1e11),
  primary key (org_id, document_line_id, account, location_id, lot_id),
  foreign key (org_id, product_id, document_line_id) references stock_demands (org_id, product_id, document_line_id),
  foreign key (org_id, product_id, location_id, lot_id) references stock_levels (org_id, product_id, location_id, lot_id)
);
create index stock_commitments_level on stock_commitments (org_id, product_id, location_id, lot_id, account) where quantity > 0;

-- A positive quantity of one product from one account to another. For each end at a location: the level's version and that
-- account's balance after the leg. Products, locations and lots are held through the level's own foreign keys. `is_entry` marks
-- the leg that stands for its entry in the history (an entry may need several legs: a release before an exit, several lots).
create table stock_movements (
  org_id uuid not null,
  posting_id uuid not null,
  line_no integer not null check (line_no >= 1),
  entry_no integer not null check (entry_no >= 1),
  is_entry boolean not null,
  product_id uuid not null,
  type text not null,
  reason text,
  from_account text not null,
  from_location_id uuid,
  from_lot_id uuid,
  from_version bigint,
  from_balance numeric(15,4),
  to_account text not null,
  to_location_id uuid,
  to_lot_id uuid,
  to_version bigint,
  to_balance numeric(15,4),
  quantity numeric(15,4) not null,
  unit_cost numeric(14,4) not null,
  document_line_id uuid,
  happened_at timestamptz not null,
  recorded_at timestamptz not null,
  primary key (org_id, posting_id, line_no),
  foreign key (org_id, posting_id) references stock_postings (org_id, id),
  foreign key (org_id, product_id, from_location_id, from_lot_id) references stock_levels (org_id, product_id, location_id, lot_id),
  foreign key (org_id, product_id, to_location_id, to_lot_id) references stock_levels (org_id, product_id, location_id, lot_id),
  foreign key (org_id, product_id, document_line_id) references stock_demands (org_id, product_id, document_line_id),
  -- The names of types and accounts, and that exactly the accounts at a location (+) have one. PostgreSQL reads every check anew for
  -- every statement, in time with its length: one pattern costs a quarter of six lists.
  constraint stock_movements_accounts_check check (
    type || case when from_location_id is null then ' -' else ' +' end || from_account
      || case when to_location_id is null then ' -' else ' +' end || to_account
    ~ '^(in|out|adjustment|transfer|opening|commitment)( [+](available|reserved|held|in_transit|incoming)| -(supplier|customer|adjustment|opening|production|sample|scrap|loss|elsewhere)){2}$'),
  constraint stock_movements_ends_check check (
    num_nulls(from_location_id, from_lot_id, from_version, from_balance) in (0, 4)
    and num_nulls(to_location_id, to_lot_id, to_version, to_balance) in (0, 4)
    and num_nulls(from_location_id, to_location_id) < 2
    and (from_account, from_location_id, from_lot_id) is distinct from (to_account, to_location_id, to_lot_id)),
  constraint stock_movements_numbers_check check (
    quantity > 0 and quantity < 1e11 and unit_cost >= 0 and unit_cost < 1e10 and least(from_balance, to_balance) >= 0),
  constraint stock_movements_promise_check check (
    document_line_id is not null or from_account || to_account !~ 'reserved|in_transit|incoming')
);
create unique index stock_movements_history on stock_movements (org_id, happened_at, posting_id, entry_no) where is_entry;
create index stock_movements_product on stock_movements (org_id, product_id, happened_at, posting_id, line_no);
create index stock_movements_from on stock_movements (org_id, product_id, from_location_id, from_lot_id, recorded_at, from_version)
  where from_location_id is not null;
create index stock_movements_to on stock_movements (org_id, product_id, to_location_id, to_lot_id, recorded_at, to_version)
  where to_location_id is not null;
create index stock_movements_recorded on stock_movements using brin (recorded_at);
create index stock_movements_document_line on stock_movements (org_id, document_line_id) where document_line_id is not null;

-- One narrow row per product, apart from `products`: a posting touches no wide row, no search index and no audit trigger.
-- Sums are wider than a level, because many levels may be nearly full. Numbers that lists sort by are bigint × 10,000 (leakproof).
create table product_totals (
  org_id uuid not null,
  product_id uuid not null,
  on_hand numeric(19,4) not null default 0,
  available numeric(19,4) not null default 0,
  held numeric(19,4) not null default 0,
  in_transit numeric(19,4) not null default 0,
  incoming numeric(19,4) not null default 0,
  backordered numeric(19,4) not null default 0,
  minimum numeric(15,4) not null default 0,
  archived boolean not null default false,
  -- A copy of the product's (kernel.follow_name): what is low or out is listed by name straight from an index of its own.
  name_sort text not null,
  is_low boolean not null generated always as (not archived and on_hand <= minimum) stored,
  is_out boolean not null generated always as (not archived and on_hand = 0) stored,
  on_hand_sort bigint not null generated always as ((least(on_hand, 900000000000000) * 10000)::bigint) stored,
  minimum_sort bigint not null generated always as ((minimum * 10000)::bigint) stored,
  low_ratio_sort bigint not null generated always as (
    case when minimum = 0 then 0 else (least(on_hand / minimum, 900000000000) * 1000000)::bigint end) stored,
  primary key (org_id, product_id),
  foreign key (org_id, product_id) references products (org_id, id)
) with (fillfactor = 80);
create index product_totals_on_hand on product_totals (org_id, on_hand_sort, product_id) where not archived;
create index product_totals_low on product_totals (org_id, name_sort, product_id) where is_low;
create index product_totals_out on product_totals (org_id, name_sort, product_id) where is_out;

-- Additive sums for "as of": what happened, and what was recorded, in one UTC month, as a net change of one account.
create table stock_months (
  org_id uuid not null,
  product_id uuid not null,
  location_id uuid not null,
  lot_id uuid not null,
  account text not null check (account ~ '^(available|reserved|held|in_transit|incoming)$'),
  month date not null,
  happened numeric(19,4) not null default 0,
  recorded numeric(19,4) not null default 0,
  primary key (org_id, product_id, location_id, lot_id, account, month),
  foreign key (org_id, product_id, location_id, lot_id) references stock_levels (org_id, product_id, location_id, lot_id)
) with (fillfactor = 80);

-- Minimum and maximum per product and location; the product's own minimum is in product_totals.
create table stock_rules (
  org_id uuid not null,
  product_id uuid not null,
  location_id uuid not null,
  minimum numeric(15,4) not null default 0 check (minimum >= 0 and minimum < 1e11),
  maximum numeric(15,4) check (maximum > 0 and maximum < 1e11),
  primary key (org_id, product_id, location_id),
  foreign key (org_id, product_id) references products (org_id, id) on delete cascade,
  foreign key (org_id, location_id) references locations (org_id, id) on delete cascade,
  check (maximum >= minimum)
);
create index stock_rules_location on stock_rules (org_id, location_id);

-- Append-only: the price and cost of a product from a moment on, so that value at a past moment has an answer.
create table product_prices (
  org_id uuid not null,
  product_id uuid not null,
  valid_from timestamptz not null,
  price numeric(14,2) not null check (price >= 0 and price < 1e12),
  cost_price numeric(14,4) not null check (cost_price >= 0 and cost_price < 1e10),
  user_id uuid,
  primary key (org_id, product_id, valid_from),
  foreign key (org_id, product_id) references products (org_id, id)
);

-- The spec's pending transactions: they post nothing until they are completed, or are discarded.
create table transaction_drafts (
  org_id uuid not null,
  id uuid not null,
  product_id uuid not null,
  location_id uuid,
  type text not null check (type in ('in', 'out', 'adjustment')),
  quantity numeric(15,4) not null check (quantity <> 0 and abs(quantity) < 1e11 and (type = 'adjustment' or quantity > 0)),
  reason_code text,
  notes text,
  lot_number text,
  metadata jsonb not null default '{}',
  happened_at timestamptz,
  status text not null default 'pending' check (status in ('pending', 'completed', 'discarded')),
  posting_id uuid,
  user_id uuid not null,
  user_reference text not null,
  created_at timestamptz not null default clock_timestamp(),
  closed_at timestamptz,
  primary key (org_id, id),
  foreign key (org_id, product_id) references products (org_id, id),
  foreign key (org_id, location_id) references locations (org_id, id),
  foreign key (org_id, posting_id) references stock_postings (org_id, id),
  check ((status = 'completed') = (posting_id is not null)),
  check ((status = 'pending') = (closed_at is null))
);
create index transaction_drafts_pending on transaction_drafts (org_id, created_at, id) where status = 'pending';
create index transaction_drafts_product on transaction_drafts (org_id, product_id);

-- What the kernel's functions hand each other.
-- A line: what a caller asks for, its accounts resolved; null places are still to be chosen.
create type kernel.line as (
  posting_no integer,
  entry_no integer,
  product_id uuid,
  type text,
  reason text,
  quantity numeric,
  location_id uuid,
  lot_id uuid,
  from_account text,
  from_location_id uuid,
  from_lot_id uuid,
  to_account text,
  to_location_id uuid,
  to_lot_id uuid,
  unit_cost numeric,
  document_line_id uuid,
  up_to boolean,
  may_unreserve boolean,
  expired text,
  count_from numeric,
  count_to numeric
);
-- The locked levels in key order: arrays beside each other, and the balances as five numbers per level.
create type kernel.levels as (
  product_ids uuid[],
  location_ids uuid[],
  lot_ids uuid[],
  versions bigint[],
  balances numeric[],
  newest timestamptz
);
-- A step of a line: so many units from one level's account (or outside, level_no null). `releases` marks a promise that gives way.
create type kernel.step as (
  level_no integer,
  from_account text,
  to_account text,
  quantity numeric,
  document_line_id uuid,
  releases boolean,
  is_entry boolean
);
create type kernel.plan as (steps kernel.step[], refusal jsonb);
-- A leg: one movement that was decided.
create type kernel.leg as (
  posting_no integer,
  line_no integer,
  entry_no integer,
  is_entry boolean,
  product_id uuid,
  type text,
  reason text,
  from_account text,
  from_location_id uuid,
  from_lot_id uuid,
  from_version bigint,
  from_balance numeric,
  to_account text,
  to_location_id uuid,
  to_lot_id uuid,
  to_version bigint,
  to_balance numeric,
  quantity numeric,
  unit_cost numeric,
  document_line_id uuid
);
-- What a walk decided: the levels after it, its legs, what cannot be, and by how much products are backordered more (by product id).
create type kernel.walked as (levels kernel.levels, legs kernel.leg[], refusals jsonb, backordered jsonb);
