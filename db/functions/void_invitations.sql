-- Permanently ends the open invitations of a member who is removed, or whose role no longer allows them: a later role
-- doesn't restore them.
create or replace function app.void_invitations() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if app.is_being_removed(old.org_id) then
    return null;
  end if;
  update public.invitations i set revoked_at = app.now()
  where i.org_id = old.org_id and i.user_id = old.user_id and i.accepted_at is null and i.revoked_at is null
    and (tg_op = 'DELETE' or not app.may_invite(new.role, i.role));
  return null;
end $$;

create or replace trigger void_invitations after update of role or delete on public.members
  for each row execute function app.void_invitations();
