-- Second factors at work: the secrets of authenticator apps, the challenges that a factor answers, and sessions that have proven one.

alter table auth.factors
  add column sealed_secret text, -- of an authenticator app, encrypted with the secret key (server/platform/secrets.ts)
  add column used_step bigint, -- the 30 seconds whose code was used last: that one and earlier ones work no more
  add column verified_at timestamptz,
  add constraint factors_friendly_name check (length(friendly_name) <= 120);
create unique index factors_name on auth.factors (user_id, coalesce(friendly_name, ''));
create index factors_unfinished on auth.factors (created_at) where status = 'unverified';

-- A factor asked to prove itself: for five minutes, once, and only from where it was asked.
create table auth.factor_challenges (
  id uuid primary key,
  factor_id uuid not null references auth.factors on delete cascade,
  peer text not null,
  created_at timestamptz not null default clock_timestamp(),
  used_at timestamptz
);
create index factor_challenges_factor on auth.factor_challenges (factor_id);
create index factor_challenges_created on auth.factor_challenges (created_at);

alter table auth.sessions
  add column factor_id uuid references auth.factors on delete set null, -- that this session has proven
  drop constraint sessions_end_reason_check,
  add constraint sessions_end_reason_check check (end_reason in (
    'signed_out', 'password_changed', 'token_reused', 'code_reused', 'expired', 'banned', 'deleted', 'factor_added', 'factors_reset'));
create index sessions_factor on auth.sessions (factor_id) where factor_id is not null;

-- A token that was replaced without a successor of its own: the session proved a second factor, which the token from before must not reach.
alter table auth.refresh_tokens
  drop constraint refresh_tokens_check,
  add constraint refresh_tokens_check check (successor_salt is null or replaced_at is not null);
