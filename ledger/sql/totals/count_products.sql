-- Adds products' totals to the sums of the catalog, or subtracts them (p_sign −1). A function that changes totals
-- subtracts them before and adds them afterwards, while it holds their rows. One change per category, so thousands of
-- products cost as much as one.
create or replace function kernel.count_products(p_org_id uuid, p_product_ids uuid[], p_sign integer) returns void
language plpgsql as $$
declare
  sums record;
begin
  for sums in
    select t.category_id, count(*) filter (where not t.archived) as products, count(*) filter (where t.archived) as archived,
      sum(t.on_hand) as units, sum(t.on_hand * t.price) as value_at_price, count(*) filter (where t.is_low) as low,
      count(*) filter (where t.is_out) as "out"
    from public.product_totals t
    where t.org_id = p_org_id and t.product_id = any (p_product_ids)
    group by t.category_id
  loop
    perform kernel.add_to_catalog_totals(p_org_id, sums.category_id, p_sign * sums.products, p_sign * sums.archived, p_sign * sums.units,
      p_sign * sums.value_at_price, p_sign * sums.low, p_sign * sums."out");
  end loop;
  if kernel.keeps_location_sets(p_org_id) then
    perform kernel.count_products_at_location_sets(p_org_id, p_product_ids, p_sign);
  end if;
end $$;
