-- Browsers that a user has signed in with: each has its own count of wrong passwords, so that strangers cannot lock the owner out. The browser keeps
-- the token in a cookie, the database its hash.
create table auth.remembered_devices (
  user_id uuid not null references auth.users on delete cascade,
  device_hash bytea not null check (length(device_hash) = 32),
  created_at timestamptz not null default clock_timestamp(),
  used_at timestamptz not null default clock_timestamp(),
  primary key (user_id, device_hash)
);
create index remembered_devices_used on auth.remembered_devices (used_at);
