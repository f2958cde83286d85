-- Accounts at OpenID providers: those that are linked to a user, and the trips to a provider that have not come back.

-- An account at a provider, known by its subject and never by its address. The issuer is part of the key, so that a provider's name that is
-- pointed at another server signs nobody in.
create table auth.identities (
  id uuid primary key,
  user_id uuid not null references auth.users on delete cascade,
  provider text not null check (provider ~ '^[a-z][a-z0-9_]{0,29}$'), -- its name in AUTH_PROVIDERS
  issuer text not null,
  subject text not null,
  email text, -- as the provider last gave it
  identity_data jsonb not null default '{}', -- claims that clients show
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  last_sign_in_at timestamptz,
  unique (provider, issuer, subject)
);
create index identities_user on auth.identities (user_id, created_at);

-- The provider's PKCE verifier and nonce are derived from the state with the secret key: this table holds nothing that could finish a sign-in.
create table auth.provider_flows (
  state_hash bytea primary key check (length(state_hash) = 32),
  browser_hash bytea not null check (length(browser_hash) = 32), -- of the cookie of the browser that set out
  provider text not null,
  redirect_to text not null, -- checked
  code_challenge text check (code_challenge ~ '^[A-Za-z0-9._~-]{43,128}$'), -- null: the session comes back in the address (implicit)
  link_user_id uuid references auth.users on delete cascade, -- whom the account is linked to; null: it signs in
  link_session_id uuid references auth.sessions on delete cascade,
  created_at timestamptz not null default clock_timestamp(),
  check ((link_user_id is null) = (link_session_id is null))
);
create index provider_flows_created on auth.provider_flows (created_at);
create index provider_flows_user on auth.provider_flows (link_user_id);
create index provider_flows_session on auth.provider_flows (link_session_id);
