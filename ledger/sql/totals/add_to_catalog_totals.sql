-- Adds to the sums of a category, in a slot that no other transaction has locked. Creates a slot if all are locked, so
-- it never waits and can be called anywhere in the order of locks. There are never more slots than concurrent writers
-- (docs/decisions/0013).
create or replace function kernel.add_to_catalog_totals(
  p_org_id uuid, p_category_id uuid, p_products bigint, p_archived bigint, p_units numeric, p_value_at_price numeric, p_low bigint,
  p_out bigint) returns void
language plpgsql as $$
begin
  update public.catalogue_totals
  set products = products + p_products, archived = archived + p_archived, units = units + p_units,
    value_at_price = value_at_price + p_value_at_price, low = low + p_low, "out" = "out" + p_out
  where org_id = p_org_id and category_id = p_category_id and slot = (
    select slot from public.catalogue_totals
    where org_id = p_org_id and category_id = p_category_id
    limit 1 for no key update skip locked);
  if not found then
    insert into public.catalogue_totals (org_id, category_id, products, archived, units, value_at_price, low, "out")
    values (p_org_id, p_category_id, p_products, p_archived, p_units, p_value_at_price, p_low, p_out);
  end if;
end $$;
