-- Comments on records, and who follows a record. A record is named by its type and id, because comments belong to many tables: the trigger
-- forget_record removes what belongs to a record that is deleted (db/functions/forget_record.sql).

create table comments (
  org_id uuid not null references organizations,
  id uuid not null,
  record_type text not null check (record_type in (
    'product', 'category', 'supplier', 'customer', 'location', 'sales_order', 'purchase_order', 'shipment', 'receipt', 'return', 'transfer',
    'transaction')),
  record_id uuid not null,
  user_id uuid not null, -- the author: a member, or an API key
  user_reference text not null, -- the author's name when it was written, shown once there is no such member any more
  body text not null check (body <> ''), -- a mention is <@user_id>
  mentions jsonb not null default '[]', -- who is mentioned, with the names they had: [{ user_id, name }]
  version integer not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  edited_at timestamptz,
  primary key (org_id, id)
);
create index comments_of_record on comments (org_id, record_type, record_id, created_at, id);

-- Who is told of what happens to a record. Not following is a row, too: a mention doesn't start it again for a person who stopped.
create table follows (
  org_id uuid not null,
  record_type text not null check (record_type in (
    'product', 'category', 'supplier', 'customer', 'location', 'sales_order', 'purchase_order', 'shipment', 'receipt', 'return', 'transfer',
    'transaction')),
  record_id uuid not null,
  user_id uuid not null,
  following boolean not null,
  changed_at timestamptz not null default clock_timestamp(),
  primary key (org_id, record_type, record_id, user_id),
  foreign key (org_id, user_id) references members (org_id, user_id) on delete cascade
);
create index follows_member on follows (org_id, user_id);
