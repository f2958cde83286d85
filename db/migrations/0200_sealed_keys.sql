-- Private signing keys are encrypted with a key outside the database (server/platform/secrets.ts). Plain ones of earlier versions are encrypted
-- by the server when it starts, so that no session ends.

alter table auth.signing_keys
  alter column private_jwk drop not null,
  add column sealed_private_jwk text,
  add column retired_at timestamptz, -- another key signs since then; tokens signed with this one verify until they expire
  drop constraint signing_keys_algorithm_check,
  add constraint signing_keys_algorithm_check check (algorithm in ('ES256', 'RS256')),
  add constraint signing_keys_one_private_key check ((private_jwk is null) <> (sealed_private_jwk is null));

-- Something encrypted with the current secret key: a server with another key must not start.
create table auth.secret_key_proof (
  only_row boolean primary key default true check (only_row),
  sealed text not null
);
