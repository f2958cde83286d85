-- Imports: files that were read and wait for their confirmation, what each import did, and which rows stand.

-- The sheets of a file as they were previewed (server/imports/sheets.ts): a confirmation imports exactly these rows. Deleted by the
-- import, by Cancel, or when it has expired.
create table import_files (
  org_id uuid not null references organizations,
  id uuid not null,
  user_id uuid not null,
  file_name text not null check (file_name <> ''),
  size_bytes integer not null check (size_bytes >= 0),
  sheets json not null,
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  primary key (org_id, id)
);
create index import_files_expiry on import_files (org_id, expires_at);

create table imports (
  org_id uuid not null references organizations,
  id uuid not null,
  user_id uuid not null,
  user_reference text not null,
  file_name text,
  import_file_id uuid,
  status text not null default 'completed' check (status in ('completed', 'partly_undone', 'undone')),
  counts jsonb not null,
  notices jsonb not null,
  leftovers jsonb not null default '[]',
  -- The database transactions of the import and of its last undo: their audit rows are one line of the activity, not thousands.
  transaction_id xid8 not null default pg_current_xact_id(),
  undo_transaction_id xid8,
  created_at timestamptz not null default clock_timestamp(),
  undone_at timestamptz,
  primary key (org_id, id),
  check ((status = 'completed') = (undone_at is null))
);
create index imports_newest on imports (org_id, created_at desc, id desc);
-- One file is imported once, however often it is confirmed.
create unique index imports_file_key on imports (org_id, import_file_id) where import_file_id is not null;

-- What an import made, or brought back after an undo had hidden it. `taken_back_at` is set by the undo and equals products.archived_at or
-- locations.hidden_at, so that something a person archived or hid later is told apart.
create table import_records (
  org_id uuid not null,
  import_id uuid not null,
  kind text not null check (kind in ('product', 'category', 'location')),
  record_id uuid not null,
  taken_back_at timestamptz,
  primary key (org_id, import_id, kind, record_id),
  foreign key (org_id, import_id) references imports (org_id, id)
);
create index import_records_record on import_records (org_id, kind, record_id);

-- One posting per product: the opening, then the rows of the Transactions sheet.
create table import_postings (
  org_id uuid not null,
  import_id uuid not null,
  posting_id uuid not null,
  product_id uuid not null,
  undone_at timestamptz,
  primary key (org_id, import_id, posting_id),
  foreign key (org_id, import_id) references imports (org_id, id),
  foreign key (org_id, posting_id) references stock_postings (org_id, id),
  foreign key (org_id, product_id) references products (org_id, id)
);

-- The transaction rows that stand, each known by its sheet, row number and values: the same row is never posted twice. An undo frees
-- the rows it took back.
create table import_rows (
  org_id uuid not null,
  fingerprint bytea not null check (length(fingerprint) = 32),
  import_id uuid not null,
  product_id uuid not null,
  draft_id uuid,
  primary key (org_id, fingerprint),
  foreign key (org_id, import_id) references imports (org_id, id),
  foreign key (org_id, product_id) references products (org_id, id),
  foreign key (org_id, draft_id) references transaction_drafts (org_id, id)
);
create index import_rows_import on import_rows (org_id, import_id, product_id);
