-- Signing in: sessions and their refresh tokens, the keys that sign access tokens, and the rate limits.
-- The auth schema has no row-level security: a person may belong to several organisations.

-- A session ends by ended_at and not by deletion, so that a replayed refresh token is still recognised.
create table auth.sessions (
  id uuid primary key,
  user_id uuid not null references auth.users on delete cascade,
  created_at timestamptz not null default clock_timestamp(),
  refreshed_at timestamptz not null default clock_timestamp(),
  ended_at timestamptz,
  end_reason text check (end_reason in ('signed_out', 'password_changed', 'token_reused', 'expired')),
  peer text not null default '', -- an IPv4 address, or an IPv6 /64 network
  user_agent text not null default '',
  check ((ended_at is null) = (end_reason is null))
);
create index sessions_user on auth.sessions (user_id, created_at desc);

-- Every refresh token a session ever had, as a SHA-256 hash. A token's successor is HMAC-SHA256(token, successor_salt): whoever
-- holds a token can be given its successor again, and whoever reads this table can make neither.
create table auth.refresh_tokens (
  token_hash bytea primary key check (length(token_hash) = 32),
  session_id uuid not null references auth.sessions on delete cascade,
  generation integer not null check (generation >= 1),
  created_at timestamptz not null default clock_timestamp(),
  replaced_at timestamptz,
  successor_salt bytea check (length(successor_salt) = 32),
  unique (session_id, generation),
  check ((replaced_at is null) = (successor_salt is null))
);

-- All processes sign with the newest key; older ones stay listed until the last token they signed has expired.
create table auth.signing_keys (
  kid text primary key,
  algorithm text not null check (algorithm = 'ES256'),
  private_jwk jsonb not null,
  public_jwk jsonb not null,
  created_at timestamptz not null default clock_timestamp()
);

-- One row per token bucket: the moment at which it is full again. Unlogged, because a crash may forget it and a flood must not
-- fill the write-ahead log.
create unlogged table auth.rate_limits (
  key text primary key,
  full_at timestamptz not null
);
create index rate_limits_full on auth.rate_limits (full_at);
