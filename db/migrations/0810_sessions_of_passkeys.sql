-- The passkey that opened a session, so that removing it ends the session. Null also for passkeys' sessions from before:
-- they end with any of their user's passkeys. Not a foreign key: a removed passkey's sessions keep its id.
alter table auth.sessions
  add column passkey_id uuid,
  drop constraint sessions_end_reason_check,
  add constraint sessions_end_reason_check check (end_reason in (
    'signed_out', 'password_changed', 'token_reused', 'code_reused', 'expired', 'banned', 'deleted', 'factor_added', 'factors_reset',
    'passkey_removed'));
