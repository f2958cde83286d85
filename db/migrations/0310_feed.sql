-- What happened to stock, orders, receipts, shipments and products, one row per change, written in the transaction of the change. `place` is drawn
-- while the changed rows are locked, `xid` finds what a snapshot has not seen yet (docs/decisions/0310). Rows are never updated after their commit.
create table feed_events (
  org_id uuid not null,
  xid xid8 not null default pg_current_xact_id(),
  place bigint not null generated always as identity,
  type text not null, -- stock.posted, product.created, sales_order.changed …
  object_id uuid not null,
  version bigint,
  recorded_at timestamptz not null default clock_timestamp(),
  details jsonb, -- stock has none: its movements are in the ledger
  primary key (org_id, xid, place)
);

-- The numbers of committed events: event i of a batch has the number first_number + i - 1. Written by the sequencer only (app.number_events).
create table feed_batches (
  org_id uuid not null,
  last_number bigint not null,
  first_number bigint not null,
  xids xid8[] not null,
  places bigint[] not null,
  numbered_at timestamptz not null default clock_timestamp(),
  primary key (org_id, last_number),
  check (first_number <= last_number),
  check (cardinality(xids) = last_number - first_number + 1 and cardinality(places) = cardinality(xids))
);
create index feed_batches_age on feed_batches (numbered_at);

-- How far an organisation's feed is: its newest number, up to which number its events are no longer there, and what the last pass of the
-- sequencer saw, in which history of the database.
create table feed_state (
  org_id uuid primary key references organizations,
  newest bigint not null default 0,
  forgotten bigint not null default 0,
  snapshot pg_snapshot not null,
  history text not null,
  check (forgotten <= newest)
);
