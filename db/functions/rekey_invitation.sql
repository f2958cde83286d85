-- Gives an open invitation whose email is only now being sent the secret that the email will contain: another one if
-- the secret key was rotated while it waited. Nothing if it was renewed since (p_round), accepted or revoked. Security
-- definer, because the email queue belongs to no organization.
create or replace function app.rekey_invitation(p_org_id uuid, p_id uuid, p_round integer, p_secret_hash bytea) returns void
language sql volatile security definer set search_path = pg_catalog, public, pg_temp
begin atomic
  update public.invitations set secret_hash = p_secret_hash
  where org_id = p_org_id and id = p_id and round = p_round and secret_hash <> p_secret_hash
    and accepted_at is null and revoked_at is null;
end;
