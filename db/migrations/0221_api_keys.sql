-- Keys with which programs use the API. A key is "onh_", its id and a secret of 256 bits, which is kept as a hash.
create table api_keys (
  org_id uuid not null references organizations,
  id uuid not null,
  user_id uuid not null, -- the member who made it: it may never do more than they
  name text not null check (name <> ''),
  permissions text[] not null check (cardinality(permissions) > 0),
  secret_hash bytea not null check (length(secret_hash) = 32),
  created_at timestamptz not null default clock_timestamp(),
  revoked_at timestamptz,
  primary key (org_id, id)
);
create index api_keys_id on api_keys (id);

-- When each key was used last, to the minute. Beside the keys, so that the audit trail doesn't tell of each use.
create table api_key_uses (
  org_id uuid not null,
  id uuid not null,
  last_used_at timestamptz not null,
  primary key (org_id, id),
  foreign key (org_id, id) references api_keys (org_id, id) on delete cascade
);
