-- A pending shipment can be changed and discarded, and one that was marked as shipped by mistake can be made pending again. Then it may be
-- shipped a second time, with a posting of its own: only the first one has the shipment's id.
alter table shipments
  drop constraint shipments_check,
  drop constraint shipments_check7,
  -- Left out of lists and counts: an implicit shipment whose order went back, or a shipment that was discarded before it left.
  add constraint shipments_taken_back_check check (taken_back_at is null or (status = 'failed' and (is_implicit or posting_id is null)));

-- Each time a shipment was made pending again: the posting that had shipped its goods, and the one that reversed it.
create table shipment_undos (
  org_id uuid not null,
  posting_id uuid not null,
  undo_posting_id uuid not null,
  shipment_id uuid not null,
  user_id uuid not null,
  user_reference text not null,
  undone_at timestamptz not null default clock_timestamp(),
  primary key (org_id, posting_id),
  foreign key (org_id, posting_id) references stock_postings (org_id, id),
  foreign key (org_id, undo_posting_id) references stock_postings (org_id, id),
  foreign key (org_id, shipment_id) references shipments (org_id, id)
);
create unique index shipment_undos_undo_key on shipment_undos (org_id, undo_posting_id);
create index shipment_undos_shipment on shipment_undos (org_id, shipment_id);

-- Whether the status followed from something else (an order is processing because its first shipment was created) or was chosen.
alter table status_changes add column is_automatic boolean not null default false;
