-- Counts of orders and shipments by the locations that they concern, for members who are limited to locations. Kept for
-- organizations that have such members and many documents (docs/decisions/0210).
create table document_location_counts (
  org_id uuid not null references organizations,
  kind text not null check (kind in ('purchase_order', 'sales_order', 'shipment')),
  status text not null,
  -- Who sees them: members with one of these locations; everyone, if there are none.
  location_ids uuid[] not null,
  -- Of shipments: members must also have the location of the order, if it has one.
  order_location_ids uuid[] not null,
  -- An order may concern more locations than fit into an index entry.
  location_key bigint not null generated always as (hash_array_extended(location_ids, 0)) stored,
  -- Spread over slots like document_counts, with the same sums.
  slot bigint not null generated always as identity,
  documents bigint not null default 0,
  open_documents bigint not null default 0,
  open_lines bigint not null default 0,
  lines bigint not null default 0,
  partial_lines bigint not null default 0,
  received_lines bigint not null default 0,
  primary key (org_id, kind, status, location_key, slot)
) with (fillfactor = 50);

-- How far existing documents are counted: those up to this id are.
create table document_location_progress (
  org_id uuid not null references organizations,
  kind text not null check (kind in ('purchase_order', 'sales_order', 'shipment')),
  counted_to uuid not null default '00000000-0000-0000-0000-000000000000',
  primary key (org_id, kind)
);

insert into outbox (org_id, kind, payload)
select distinct org_id, 'location_sets', '{}'::jsonb from members where cardinality(location_ids) > 0;
