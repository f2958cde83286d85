-- Whether a location may be closed: kernel.lock_empty_location, as an answer instead of a refusal. What it locked
-- stays locked when the answer is yes. For the undo of an import, which closes what it can and leaves the rest.
create or replace function kernel.may_close_location(p_org_id uuid, p_location_id uuid) returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform kernel.lock_empty_location(p_org_id, p_location_id);
  return true;
exception when sqlstate 'OH001' then
  return false;
end $$;
