-- Ends what a browser or a member is told by push: a session that ends has no subscription any more, and a person who is no member gets no message of
-- the organisation that still waits. Triggers, because sessions and memberships end in many ways.
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

create or replace trigger end_push after update of ended_at on auth.sessions
  for each row when (old.ended_at is null and new.ended_at is not null) execute function app.end_push();
create or replace trigger end_push after delete on public.members
  for each row execute function app.end_push_of_member();
