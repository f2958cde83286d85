-- Browser push (RFC 8030, 8291, 8292): the key pair by which push services know this instance, the browsers that want to be told, and the messages
-- that wait for them. A person's, not an organisation's: a browser shows messages of every organisation that its person belongs to.

-- Made by the first start (server/push/push-keys.ts). Subscriptions are bound to it.
create table auth.push_keys (
  only_row boolean primary key default true check (only_row),
  public_key text not null, -- uncompressed point of P-256, base64url
  sealed_push_key text not null,
  created_at timestamptz not null default clock_timestamp()
);

-- One of each session: a browser that signs out, or whose session ends, is told nothing any more (db/functions/end_push.sql).
create table auth.push_subscriptions (
  session_id uuid primary key references auth.sessions on delete cascade,
  user_id uuid not null references auth.users on delete cascade,
  endpoint_hash bytea not null check (length(endpoint_hash) = 32), -- a browser has one address, whoever signs in
  sealed_subscription text not null, -- the address and keys of the browser: what it takes to send to it
  created_at timestamptz not null default clock_timestamp(),
  failures integer not null default 0,
  busy_until timestamptz not null default '-infinity' -- one message at a time; after a failure, until the next attempt
);
create unique index push_subscriptions_endpoint on auth.push_subscriptions (endpoint_hash);
create index push_subscriptions_user on auth.push_subscriptions (user_id, created_at);

-- Written in the transaction of what they tell of, once for each browser; deleted when the push service has taken them.
create table auth.push_messages (
  session_id uuid not null references auth.push_subscriptions on delete cascade,
  id uuid not null, -- of what it tells of: a repeated delivery has the same, and replaces the first on screen
  org_id uuid not null,
  user_id uuid not null,
  payload jsonb not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (session_id, id)
);
create index push_messages_oldest on auth.push_messages (session_id, created_at, id);
create index push_messages_member on auth.push_messages (org_id, user_id);
