-- Addresses that events of the feed are sent to. Secrets are encrypted with the key outside of the database (docs/decisions/0200).
create table webhook_endpoints (
  org_id uuid not null references organizations,
  id uuid not null,
  user_id uuid not null,
  name text not null check (name <> ''),
  url text not null,
  nouns text[] not null check (cardinality(nouns) > 0),
  secret text not null,
  -- Signs beside the new one while the receiver changes over.
  previous_secret text,
  previous_secret_until timestamptz,
  paused_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  check ((previous_secret is null) = (previous_secret_until is null))
);

-- How far each endpoint is. Beside the endpoints, so that the audit trail tells of changes by people only.
create table webhook_progress (
  org_id uuid not null,
  endpoint_id uuid not null,
  -- Events up to this number are recorded as deliveries.
  recorded_through bigint not null,
  switched_off_at timestamptz,
  switched_off_because text,
  primary key (org_id, endpoint_id),
  foreign key (org_id, endpoint_id) references webhook_endpoints (org_id, id) on delete cascade,
  check ((switched_off_at is null) = (switched_off_because is null))
);

-- What is to be sent, one row per event and endpoint. Deliveries that share a lane (a product's stock, a record) are sent one after the other.
create table webhook_deliveries (
  org_id uuid not null,
  endpoint_id uuid not null,
  number bigint not null,
  type text not null,
  lanes uuid[] not null,
  attempts integer not null default 0,
  due_at timestamptz not null default clock_timestamp(),
  first_failed_at timestamptz,
  delivered_at timestamptz,
  primary key (org_id, endpoint_id, number),
  foreign key (org_id, endpoint_id) references webhook_endpoints (org_id, id) on delete cascade
);
create index webhook_deliveries_waiting on webhook_deliveries (org_id, endpoint_id, number) where delivered_at is null;
create index webhook_deliveries_age on webhook_deliveries (delivered_at) where delivered_at is not null;

-- The log: status and time of each attempt, no bodies. `number` is null for tests.
create table webhook_attempts (
  org_id uuid not null,
  id bigint not null generated always as identity,
  endpoint_id uuid not null,
  number bigint,
  type text not null,
  attempted_at timestamptz not null default clock_timestamp(),
  milliseconds integer not null check (milliseconds >= 0),
  status integer,
  failure text,
  primary key (org_id, id),
  foreign key (org_id, endpoint_id) references webhook_endpoints (org_id, id) on delete cascade
);
create index webhook_attempts_newest on webhook_attempts (org_id, endpoint_id, id);
create index webhook_attempts_age on webhook_attempts (attempted_at);
