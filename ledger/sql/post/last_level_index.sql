-- The position of the last locked level of a product whose first one is at p_first; p_first - 1 if it has none.
create or replace function kernel.last_level_index(p_levels kernel.levels, p_product_id uuid, p_first integer) returns integer
language plpgsql immutable as $$
declare
  after_last integer := p_first;
begin
  while p_levels.product_ids[after_last] = p_product_id loop
    after_last := after_last + 1;
  end loop;
  return after_last - 1;
end $$;
