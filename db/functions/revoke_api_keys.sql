-- Permanently revokes the API keys of a removed member: inviting them again doesn't restore the keys.
create or replace function app.revoke_api_keys() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if not app.is_being_removed(old.org_id) then
    update public.api_keys k set revoked_at = app.now()
    where k.org_id = old.org_id and k.user_id = old.user_id and k.revoked_at is null;
  end if;
  return null;
end $$;

create or replace trigger revoke_api_keys after delete on public.members
  for each row execute function app.revoke_api_keys();
