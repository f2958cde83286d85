-- Locks a location and all its levels and returns whether it may be closed (kernel.lock_empty_location); if not, no
-- lock stays. For the undo of an import, which closes the locations it can after it has locked products, levels and
-- totals. A posting that holds the location may wait for those, so this never waits: a location that is in use may not
-- be closed.
create or replace function kernel.may_close_location(p_org_id uuid, p_location_id uuid) returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform kernel.require_organization(p_org_id);
  perform 1 from locations where org_id = p_org_id and id = p_location_id for update nowait;
  perform 1 from stock_levels where org_id = p_org_id and location_id = p_location_id order by product_id, location_id, lot_id for update nowait;
  perform kernel.lock_empty_location(p_org_id, p_location_id);
  return true;
exception when sqlstate 'OH001' or lock_not_available then
  return false;
end $$;
