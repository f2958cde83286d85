-- Adds to the sums of a location set, in a slot chosen as in kernel.add_to_catalog_totals.
create or replace function kernel.add_to_location_set(
  p_org_id uuid, p_set_id uuid, p_units numeric, p_value_at_price numeric, p_low bigint, p_out bigint) returns void
language plpgsql as $$
begin
  update public.location_set_totals
  set units = units + p_units, value_at_price = value_at_price + p_value_at_price, low = low + p_low, "out" = "out" + p_out
  where org_id = p_org_id and set_id = p_set_id and slot = (
    select slot from public.location_set_totals
    where org_id = p_org_id and set_id = p_set_id
    limit 1 for no key update skip locked);
  if not found then
    insert into public.location_set_totals (org_id, set_id, units, value_at_price, low, "out")
    values (p_org_id, p_set_id, p_units, p_value_at_price, p_low, p_out);
  end if;
end $$;
