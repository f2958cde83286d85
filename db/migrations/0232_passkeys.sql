-- Passkeys, which sign in by themselves, and security keys, which are a second factor: both are credentials of WebAuthn.
create table auth.webauthn_credentials (
  id uuid primary key,
  user_id uuid not null references auth.users on delete cascade,
  factor_id uuid unique references auth.factors on delete cascade, -- null: a passkey
  credential_id text not null unique, -- base64url
  public_key bytea not null,
  sign_count bigint not null check (sign_count >= 0),
  transports text[] not null default '{}',
  friendly_name text check (length(friendly_name) <= 120),
  created_at timestamptz not null default clock_timestamp(),
  last_used_at timestamptz
);
create index webauthn_credentials_user on auth.webauthn_credentials (user_id, created_at);

alter table auth.factor_challenges add column webauthn_challenge text; -- that a security key signs

-- What a passkey signs: once, within five minutes.
create table auth.passkey_challenges (
  id uuid primary key,
  user_id uuid references auth.users on delete cascade, -- who adds a passkey; null: a sign-in, before it is known whose
  challenge text not null,
  created_at timestamptz not null default clock_timestamp(),
  used_at timestamptz
);
create index passkey_challenges_created on auth.passkey_challenges (created_at);
create index passkey_challenges_user on auth.passkey_challenges (user_id);
