-- The position of one level among a product's locked levels (p_first to p_last); null if it is missing.
create or replace function kernel.level_index(
  p_levels kernel.levels, p_first integer, p_last integer, p_location_id uuid, p_lot_id uuid) returns integer
language plpgsql immutable as $$
begin
  for i in p_first .. p_last loop
    if p_levels.location_ids[i] = p_location_id and p_levels.lot_ids[i] = p_lot_id then
      return i;
    end if;
  end loop;
  return null;
end $$;
