-- Writes what the walk decided into the locked levels: one update per level that changed.
create or replace function kernel.write_levels(
  p_org_id uuid, p_versions_before bigint[], p_after kernel.levels, p_recorded timestamptz) returns void
language plpgsql as $$
declare
  balances numeric[] := p_after.balances;
begin
  for i in 1 .. coalesce(cardinality(p_versions_before), 0) loop
    continue when p_after.versions[i] = p_versions_before[i];
    update stock_levels
    set available = balances[i][1], reserved = balances[i][2], held = balances[i][3], in_transit = balances[i][4], incoming = balances[i][5],
      version = p_after.versions[i], last_recorded_at = p_recorded
    where org_id = p_org_id and product_id = p_after.product_ids[i] and location_id = p_after.location_ids[i]
      and lot_id = p_after.lot_ids[i];
  end loop;
end $$;
