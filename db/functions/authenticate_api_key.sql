-- Returns the organization and name of the key with this id and secret, unless it was revoked or its creator is banned,
-- and records its use once a minute. Its permissions are read in the request's own transaction (app.api_key_access).
-- Security definer, because the organization isn't known yet.
create or replace function app.authenticate_api_key(p_id uuid, p_secret_hash bytea) returns table (org_id uuid, name text)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  select k.org_id, k.name into org_id, name from public.api_keys k
  where k.id = p_id and k.secret_hash = p_secret_hash and k.revoked_at is null
    and not exists (select from auth.users u where u.id = k.user_id and u.banned_until > clock_timestamp());
  if not found then
    return;
  end if;
  insert into public.api_key_uses as u (org_id, id, last_used_at) values (authenticate_api_key.org_id, p_id, clock_timestamp())
  on conflict on constraint api_key_uses_pkey do update set last_used_at = excluded.last_used_at
    where u.last_used_at < clock_timestamp() - interval '1 minute';
  return next;
end $$;
