-- The figures above the product list, from the sums that every posting maintains. Those of a limited member depend on
-- their locations: the levels there are added up. Of one location, that is done in the order of its index, which takes
-- less than half of the time of a hash; several are added up by a function that forbids hashes. Usually that isn't
-- necessary, because sums are kept for the locations that members are limited to (kernel.keep_location_sets).
create or replace function app.product_summary(p_org_id uuid)
returns table (products bigint, archived bigint, units numeric, value_at_price numeric, low bigint, "out" bigint)
language plpgsql stable as $$
declare
  own constant uuid[] := app.location_ids();
begin
  if own is null then
    return query
      select coalesce(sum(c.products), 0)::bigint, coalesce(sum(c.archived), 0)::bigint, coalesce(sum(c.units), 0),
        coalesce(round(sum(c.value_at_price), (select app.currency_decimals(o.currency) from public.organizations o where o.org_id = p_org_id)), 0),
        coalesce(sum(c.low), 0)::bigint, coalesce(sum(c."out"), 0)::bigint
      from catalogue_totals c
      where c.org_id = p_org_id;
    return;
  end if;
  return query
    select c.products, c.archived, s.units, s.value_at_price, s.low, s."out"
    from app.own_location_sums(p_org_id) s
    cross join (
      select coalesce(sum(c.products), 0)::bigint as products, coalesce(sum(c.archived), 0)::bigint as archived
      from public.catalogue_totals c where c.org_id = p_org_id) c;
  if found then
    return;
  end if;
  if cardinality(own) = 1 then
    return query select * from app.add_up_levels(p_org_id, '$2[1]');
  else
    return query select * from app.add_up_levels_in_order(p_org_id);
  end if;
end $$;
