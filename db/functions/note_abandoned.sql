-- Records since when an organization has had no member, and when it has one again.
create or replace function app.note_abandoned() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    update public.organizations o set abandoned_at = null where o.org_id = new.org_id and o.abandoned_at is not null;
  elsif not app.is_being_removed(old.org_id) then
    update public.organizations o set abandoned_at = clock_timestamp()
    where o.org_id = old.org_id and not exists (select from public.members m where m.org_id = old.org_id);
  end if;
  return null;
end $$;

create or replace trigger note_abandoned after insert or delete on public.members
  for each row execute function app.note_abandoned();
