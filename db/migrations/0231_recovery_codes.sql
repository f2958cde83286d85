-- Recovery codes: a factor that stands in for the others, one set for each user.

alter table auth.factors
  drop constraint factors_factor_type_check,
  add constraint factors_factor_type_check check (factor_type in ('totp', 'webauthn', 'recovery_code'));
create unique index factors_recovery_codes on auth.factors (user_id) where factor_type = 'recovery_code';

-- A code is its first four characters, by which it is found, and twelve more, which are hashed like a password.
create table auth.recovery_codes (
  factor_id uuid not null references auth.factors on delete cascade,
  selector text not null check (length(selector) = 4),
  code_hash text not null,
  used_at timestamptz,
  primary key (factor_id, selector)
);
