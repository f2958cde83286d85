-- Returns the members who can see a record: everyone whose limit to locations allows it. Returns nothing if the
-- transaction itself can't see it (app.location_ids). Members with the same limit are checked once.
create or replace function app.members_who_see(p_org_id uuid, p_record_type text, p_record_id uuid) returns setof uuid
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  own constant text := current_setting('app.locations', true);
  limited record;
begin
  perform kernel.require_organization(p_org_id);
  if app.location_ids() is not null and not app.sees_record(p_org_id, p_record_type, p_record_id) then
    return;
  end if;
  for limited in
    select m.location_ids, array_agg(m.user_id) as user_ids from public.members m where m.org_id = p_org_id group by m.location_ids
  loop
    perform set_config('app.locations', coalesce(limited.location_ids::text, 'all'), true);
    if app.sees_record(p_org_id, p_record_type, p_record_id) then
      return query select unnest(limited.user_ids);
    end if;
  end loop;
  perform set_config('app.locations', own, true);
end $$;
