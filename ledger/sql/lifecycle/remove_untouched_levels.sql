-- Removes the level rows of a location that no movement ever touched, so that a location without history can be
-- deleted.
create or replace function kernel.remove_untouched_levels(p_org_id uuid, p_location_id uuid) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform kernel.require_organization(p_org_id);
  perform kernel.require_all_locations();
  delete from stock_levels where org_id = p_org_id and location_id = p_location_id and version = 0;
end $$;
