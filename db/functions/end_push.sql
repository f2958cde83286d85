-- Ends push messages to a browser or a member: an ended session loses its subscription, and a removed member gets no
-- more waiting messages of the organization. Done by triggers, because sessions and memberships end in many ways.
create or replace function app.end_push() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  delete from auth.push_subscriptions s where s.session_id = old.id;
  return null;
end $$;

create or replace function app.end_push_of_member() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  delete from auth.push_messages m where m.org_id = old.org_id and m.user_id = old.user_id;
  return null;
end $$;

-- A member whose role or locations changed may no longer be allowed to see waiting messages. They are removed; the app
-- shows what the member can still see.
create or replace function app.end_waiting_of_member() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  delete from auth.push_messages m where m.org_id = new.org_id and m.user_id = new.user_id;
  delete from auth.mails m where m.user_id = new.user_id and m.kind = 'notifications' and m.due_at is not null
    and m.details #>> '{notifications,org_id}' = new.org_id::text;
  return null;
end $$;

create or replace trigger end_push after update of ended_at on auth.sessions
  for each row when (old.ended_at is null and new.ended_at is not null) execute function app.end_push();
create or replace trigger end_push after delete on public.members
  for each row execute function app.end_push_of_member();
create or replace trigger end_waiting after update of role, location_ids on public.members
  for each row when ((old.role, old.location_ids) is distinct from (new.role, new.location_ids)) execute function app.end_waiting_of_member();
