-- Mails that confirm, recover, sign in and invite: the one-time tokens behind their links and codes, the mails that wait to be sent, and the codes
-- that a browser exchanges for a session (PKCE).

alter table auth.users
  alter column password_hash drop not null, -- signed in by link only, or invited
  add column password_unproven boolean not null default false, -- set by a sign-up whose mailbox has not confirmed it
  add column email_proven_at timestamptz, -- the mailbox answered a mail; email_confirmed_at alone may be a sign-up without a mail server
  add column invited_at timestamptz,
  add column confirmation_sent_at timestamptz,
  add column recovery_sent_at timestamptz,
  add column reauthentication_sent_at timestamptz,
  add column new_email text check (new_email = lower(new_email)),
  add column email_change_sent_at timestamptz,
  add column email_change_half text check (email_change_half in ('current', 'new')), -- the mailbox that has confirmed the change
  add column banned_until timestamptz,
  add column deleted_at timestamptz,
  add column app_metadata jsonb not null default '{}',
  add constraint users_email_change check (new_email is not null or email_change_half is null);

create index users_newest on auth.users (created_at desc, id desc);

-- How each session began, which its access tokens repeat (amr, aal).
alter table auth.sessions
  add column amr jsonb not null default '[]',
  add column aal text not null default 'aal1' check (aal in ('aal1', 'aal2')),
  drop constraint sessions_end_reason_check,
  add constraint sessions_end_reason_check check (
    end_reason in ('signed_out', 'password_changed', 'token_reused', 'code_reused', 'expired', 'banned', 'deleted'));
update auth.sessions
set amr = jsonb_build_array(jsonb_build_object('method', 'password', 'timestamp', extract(epoch from created_at)::bigint));

-- A way into an account, good once. The link's token and the code that may be typed instead are kept as hashes.
create table auth.one_time_tokens (
  id uuid primary key, -- of the mail that carries it, or of the command that printed it
  user_id uuid not null references auth.users on delete cascade,
  type text not null check (
    type in ('signup', 'invite', 'recovery', 'magiclink', 'email_change_current', 'email_change_new', 'reauthentication')),
  email text not null, -- the mailbox it goes to
  new_email text, -- of an address change
  token_hash bytea not null unique check (length(token_hash) = 32),
  code_hash bytea not null check (length(code_hash) = 32),
  code_challenge text, -- the browser that asked gets a code for its verifier (PKCE), nobody gets a session
  password_hash text, -- of the very sign-up that this confirms
  user_metadata jsonb,
  created_at timestamptz not null default clock_timestamp(),
  code_expires_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  check ((new_email is not null) = (type in ('email_change_current', 'email_change_new')))
);
create index one_time_tokens_user on auth.one_time_tokens (user_id, created_at desc);
create index one_time_tokens_email on auth.one_time_tokens (email, created_at desc);
create index one_time_tokens_expired on auth.one_time_tokens (expires_at);

-- A sign-in on its way back to the browser that asked for it: the code in its address, good once and for a minute.
create table auth.flow_states (
  id uuid primary key,
  user_id uuid references auth.users on delete cascade,
  method text not null, -- how the session will have begun (amr)
  code_challenge text not null check (code_challenge ~ '^[A-Za-z0-9._~-]{43,128}$'),
  auth_code_hash bytea unique check (length(auth_code_hash) = 32),
  code_issued_at timestamptz,
  exchanged_at timestamptz,
  session_id uuid references auth.sessions on delete set null, -- that the code was exchanged for
  created_at timestamptz not null default clock_timestamp(),
  check ((auth_code_hash is null) = (code_issued_at is null))
);
create index flow_states_created on auth.flow_states (created_at);
create index flow_states_user on auth.flow_states (user_id);
create index flow_states_session on auth.flow_states (session_id);

-- Mails of identity, from the request to the mail server's answer. They hold no token: it is derived from the id and the secret key when the mail
-- is made, so that a repeated attempt carries the same one.
create table auth.mails (
  id uuid primary key,
  kind text not null,
  email text not null,
  user_id uuid references auth.users on delete cascade, -- null: looked up by the address when it is sent
  details jsonb not null default '{}',
  requested_at timestamptz not null default clock_timestamp(),
  due_at timestamptz default clock_timestamp(), -- null: done
  attempts smallint not null default 0,
  done_at timestamptz,
  outcome text check (outcome in ('sent', 'gave_up')),
  check ((due_at is null) = (done_at is not null) and (done_at is null) = (outcome is null))
);
create index mails_due on auth.mails (due_at) where due_at is not null;
create index mails_done on auth.mails (done_at);
create index mails_email on auth.mails (email, kind, requested_at);
create index mails_user on auth.mails (user_id);
create index users_unconfirmed on auth.users (created_at) where email_confirmed_at is null;
