-- The figures above the product list, from the sums that every posting maintains. Those of a limited member depend on
-- their locations: the levels there are added up. Of one location, they are added up in the order of its index, which
-- takes less than half of the time: the sums of a hundred thousand products don't fit into the memory of a hash.
create or replace function app.product_summary(p_org_id uuid)
returns table (products bigint, archived bigint, units numeric, value_at_price numeric, low bigint, "out" bigint)
language plpgsql stable as $$
declare
  own constant uuid[] := app.location_ids();
begin
  if own is null then
    return query
      select coalesce(sum(c.products), 0)::bigint, coalesce(sum(c.archived), 0)::bigint, coalesce(sum(c.units), 0),
        coalesce(round(sum(c.value_at_price), 2), 0), coalesce(sum(c.low), 0)::bigint, coalesce(sum(c."out"), 0)::bigint
      from catalogue_totals c
      where c.org_id = p_org_id;
    return;
  end if;
  return query execute format(
    'select count(*) filter (where not t.archived), count(*) filter (where t.archived), coalesce(sum(s.on_hand), 0),
       coalesce(round(sum(s.on_hand * t.price), 2), 0), count(*) filter (where not t.archived and coalesce(s.on_hand, 0) <= t.minimum),
       count(*) filter (where not t.archived and coalesce(s.on_hand, 0) = 0)
     from public.product_totals t
     left join (
       select l.product_id, sum(l.available + l.reserved) as on_hand from public.stock_levels l
       where l.org_id = $1 and l.location_id = %s
       group by l.product_id) s on s.product_id = t.product_id
     where t.org_id = $1', case cardinality(own) when 1 then '$2[1]' else 'any ($2)' end)
  using p_org_id, own;
end $$;
