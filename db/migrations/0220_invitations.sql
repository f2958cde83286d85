-- Invitations to join an organisation. The secret of the link is kept as a hash; it is derived from the id and the round with the secret key when
-- the link or its mail is made.
create table invitations (
  org_id uuid not null references organizations,
  id uuid not null,
  user_id uuid not null, -- the member who vouches for it
  email text check (email = lower(email)), -- null: passed on as a link
  role text not null check (role in ('owner', 'admin', 'staff', 'viewer')),
  round integer not null default 1 check (round >= 1), -- counts renewals: each has a secret of its own
  secret_hash bytea not null check (length(secret_hash) = 32),
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  accepted_at timestamptz,
  accepted_by uuid,
  revoked_at timestamptz,
  primary key (org_id, id),
  check ((accepted_at is null) = (accepted_by is null)),
  check (accepted_at is null or revoked_at is null)
);
create index invitations_open on invitations (org_id, created_at desc) where accepted_at is null and revoked_at is null;
create index invitations_secret on invitations (secret_hash);
