-- Notifies every server process at commit that a person's access changed, so that it checks their open streams
-- immediately. Done by triggers, because access changes in many ways: a sign-out, a new password, a ban, a changed
-- role, a removal, a tool on the server. These transactions are rare, so it doesn't matter that NOTIFY serializes their
-- commits.
create or replace function app.announce_access_change() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  changed constant jsonb := to_jsonb(old);
begin
  perform pg_notify('onhand_changes', jsonb_build_object('access',
    jsonb_strip_nulls(jsonb_build_object('user_id', changed -> 'user_id', 'org_id', changed -> 'org_id')))::text);
  return null;
end $$;

create or replace trigger announce_access_change after update of role or delete on public.members
  for each row execute function app.announce_access_change();
create or replace trigger announce_access_change after update of second_factor_required on public.organizations
  for each row when (new.second_factor_required and not old.second_factor_required) execute function app.announce_access_change();
create or replace trigger announce_session_end after update of ended_at on auth.sessions
  for each row when (old.ended_at is null and new.ended_at is not null) execute function app.announce_access_change();
create or replace trigger announce_session_removal after delete on auth.sessions
  for each row when (old.ended_at is null) execute function app.announce_access_change();
