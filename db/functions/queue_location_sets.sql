-- Queues the work of kernel.keep_location_sets when a member's locations change. Security definer, because an
-- invitation is accepted before its organization is the session's own.
create or replace function app.queue_location_sets() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'DELETE' then
    insert into outbox (org_id, kind, payload)
    select o.org_id, 'location_sets', '{}' from organizations o where o.org_id = old.org_id and not app.is_being_removed(o.org_id);
  else
    insert into outbox (org_id, kind, payload) values (new.org_id, 'location_sets', '{}');
  end if;
  return null;
end $$;

create or replace trigger location_sets_of_new after insert on public.members
for each row when (new.location_ids is not null) execute function app.queue_location_sets();
create or replace trigger location_sets_of_changed after update on public.members
for each row when (new.location_ids is distinct from old.location_ids) execute function app.queue_location_sets();
create or replace trigger location_sets_of_removed after delete on public.members
for each row when (old.location_ids is not null) execute function app.queue_location_sets();
