-- Returns whether a location may be closed: kernel.lock_empty_location with a result instead of a refusal. Its locks
-- stay if the result is true. For the undo of an import, which closes the locations it can.
create or replace function kernel.may_close_location(p_org_id uuid, p_location_id uuid) returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform kernel.lock_empty_location(p_org_id, p_location_id);
  return true;
exception when sqlstate 'OH001' then
  return false;
end $$;
