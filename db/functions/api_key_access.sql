-- Returns what an API key may act as (app.api_key_rights). Runs in every request's own transaction and, like
-- app.access_check, sets app.locations for the rest of it.
create or replace function app.api_key_access(p_key_id uuid, p_org_id uuid) returns table (role text, permissions text[], location_ids uuid[])
language plpgsql volatile set search_path = pg_catalog, pg_temp as $$
begin
  select r.role, r.permissions, r.location_ids into role, permissions, location_ids
  from app.api_key_rights(p_key_id, p_org_id) r;
  perform set_config('app.locations',
    case when role is null then '' when location_ids is null then 'all' else location_ids::text end, true);
  return next;
end $$;
