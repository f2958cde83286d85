-- Goods on their way, or gone, from one location to another. Immediate transfers are completed by the posting that makes them; in two
-- steps, one posting sends the goods off (in transit at the destination) and a later one receives them or brings them back.
-- The transfer is its own document line: its id is the document_line_id of its demand (stock_demands).

create table location_transfers (
  org_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  user_reference text not null,
  product_id uuid not null,
  from_location_id uuid not null,
  to_location_id uuid not null,
  quantity numeric(15,4) not null check (quantity > 0 and quantity < 1e11),
  reason text not null check (reason in ('restock', 'demand', 'maintenance', 'optimization', 'other')),
  notes text,
  status text not null check (status in ('pending', 'completed', 'cancelled')),
  sent_posting_id uuid,
  completed_posting_id uuid,
  cancelled_posting_id uuid,
  created_at timestamptz not null default clock_timestamp(),
  closed_at timestamptz,
  primary key (org_id, id),
  foreign key (org_id, product_id) references products (org_id, id),
  foreign key (org_id, from_location_id) references locations (org_id, id),
  foreign key (org_id, to_location_id) references locations (org_id, id),
  foreign key (org_id, sent_posting_id) references stock_postings (org_id, id),
  foreign key (org_id, completed_posting_id) references stock_postings (org_id, id),
  foreign key (org_id, cancelled_posting_id) references stock_postings (org_id, id),
  check (from_location_id <> to_location_id),
  check (sent_posting_id is not null or completed_posting_id is not null),
  check (case status
    when 'pending' then sent_posting_id is not null and completed_posting_id is null and cancelled_posting_id is null
    when 'completed' then completed_posting_id is not null and cancelled_posting_id is null
    else cancelled_posting_id is not null end)
);
create index location_transfers_list on location_transfers (org_id, created_at, id);
create index location_transfers_product on location_transfers (org_id, product_id, created_at, id);
create index location_transfers_from on location_transfers (org_id, from_location_id, created_at, id);
create index location_transfers_to on location_transfers (org_id, to_location_id, created_at, id);
create index location_transfers_pending on location_transfers (org_id, created_at, id) where status = 'pending';
