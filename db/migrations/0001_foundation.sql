-- Who: users, organisations, members. And the platform's own tables: idempotency results, outbox, audit trail.
-- Every business table lives in public, begins with org_id, and gets its row-level security from db/policies.sql.

create schema auth;
create schema kernel;
create schema app;

create table auth.users (
  id uuid primary key,
  email text not null check (email = lower(email)),
  password_hash text not null,
  email_confirmed_at timestamptz,
  last_sign_in_at timestamptz,
  user_metadata jsonb not null default '{}',
  own_org_id uuid not null,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp()
);
create unique index users_email_key on auth.users (email);

create table organizations (
  org_id uuid primary key,
  name text not null default '',
  time_zone text not null default 'UTC',
  currency text not null default 'USD' check (currency ~ '^[A-Z]{3}$'),
  books_closed_until timestamptz,
  created_at timestamptz not null default clock_timestamp()
);

create table members (
  org_id uuid not null references organizations,
  user_id uuid not null references auth.users,
  role text not null check (role in ('owner', 'admin', 'staff', 'viewer')),
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, user_id)
);
create index members_user on members (user_id);

create table profiles (
  org_id uuid not null,
  user_id uuid not null,
  email text not null,
  username text not null,
  primary key (org_id, user_id),
  foreign key (org_id, user_id) references members (org_id, user_id) on delete cascade
);

-- The first answer of every command that came with a key, written in the command's own transaction.
create table command_results (
  org_id uuid not null references organizations,
  command text not null,
  key text not null check (length(key) between 1 and 200),
  user_id uuid not null,
  input_hash bytea not null,
  status smallint not null,
  result jsonb not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, command, key)
);
create index command_results_created on command_results (created_at);

-- Work to do after a commit. Rows are claimed by deleting them, never read by a cursor.
create table outbox (
  org_id uuid not null references organizations,
  id bigint generated always as identity,
  kind text not null,
  payload jsonb not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id)
);

-- Who changed what people edit. Written by triggers (db/audit.sql), never by the application.
create table audit_trail (
  org_id uuid not null references organizations,
  id bigint generated always as identity,
  user_id uuid,
  table_name text not null,
  record_id uuid not null,
  action text not null check (action in ('INSERT', 'UPDATE', 'DELETE')),
  old_values jsonb,
  new_values jsonb,
  transaction_id xid8 not null default pg_current_xact_id(),
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id)
);
create index audit_trail_newest on audit_trail (org_id, created_at desc, id desc);
create index audit_trail_record on audit_trail (org_id, table_name, record_id, id desc);

create table organization_settings (
  org_id uuid primary key references organizations,
  company_name text not null default '',
  company_email text not null default '',
  company_phone text not null default '',
  company_address text not null default '',
  version integer not null default 1,
  updated_at timestamptz not null default clock_timestamp()
);

create table member_settings (
  org_id uuid not null,
  user_id uuid not null,
  low_stock_alerts boolean not null default true,
  transaction_notifications boolean not null default true,
  email_notifications boolean not null default true,
  version integer not null default 1,
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, user_id),
  foreign key (org_id, user_id) references members (org_id, user_id) on delete cascade
);
