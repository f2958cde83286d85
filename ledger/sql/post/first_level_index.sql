-- The index of a product's first locked level or, if it has none, where that would be. By binary search: levels are in
-- product order, and a posting of an import has hundreds of them.
create or replace function kernel.first_level_index(p_levels kernel.levels, p_product_id uuid) returns integer
language plpgsql immutable as $$
declare
  low integer := 1;
  high integer := coalesce(cardinality(p_levels.product_ids), 0) + 1;
  middle integer;
begin
  while low < high loop
    middle := (low + high) / 2;
    if p_levels.product_ids[middle] < p_product_id then
      low := middle + 1;
    else
      high := middle;
    end if;
  end loop;
  return low;
end $$;
