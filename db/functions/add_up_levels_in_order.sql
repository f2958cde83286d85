-- The same for several locations, in the order of the products: 270 ms of processor time for three locations with a
-- hundred thousand products, and 460 with the hash that PostgreSQL would choose.
create or replace function app.add_up_levels_in_order(p_org_id uuid)
returns table (products bigint, archived bigint, units numeric, value_at_price numeric, low bigint, "out" bigint)
language plpgsql stable
set enable_hashagg = off set enable_hashjoin = off set enable_nestloop = off set enable_sort = off as $$
begin
  return query select * from app.add_up_levels(p_org_id, 'any ($2)');
end $$;
