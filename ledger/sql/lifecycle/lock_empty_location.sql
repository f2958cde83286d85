-- Locks a location and all its levels in the ledger's order and refuses unless it can be deactivated, hidden or
-- deleted: it isn't the default, has no stock, and no open document names it. The caller changes the location's row in
-- the same transaction. A posting that came first is counted here; a later one waits and then finds the location closed
-- (a foreign key alone wouldn't stop it). Refuses what kernel.location_problem finds.
create or replace function kernel.lock_empty_location(p_org_id uuid, p_location_id uuid) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  is_default boolean;
  problem jsonb;
begin
  perform kernel.require_organization(p_org_id);
  perform kernel.require_all_locations();
  select l.is_default into is_default from locations l where l.org_id = p_org_id and l.id = p_location_id and l.hidden_at is null for update;
  -- The default location is refused whatever it contains, so its levels, often most of a catalog, aren't locked.
  if not is_default then
    perform 1 from stock_levels where org_id = p_org_id and location_id = p_location_id order by product_id, location_id, lot_id for update;
  end if;
  problem := kernel.location_problem(p_org_id, p_location_id);
  if problem is not null then
    perform kernel.refuse(problem ->> 'code', problem -> 'detail');
  end if;
end $$;
