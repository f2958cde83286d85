-- Returns the first products of a limited member's dashboard: low ones with the least on hand relative to their minimum
-- (low_ratio_sort). On hand of all products is added up in their order, as in app.add_up_levels_in_order, and planned
-- for the member's own locations.
create or replace function app.lowest_products(p_org_id uuid, p_limit integer) returns setof uuid
language plpgsql stable
set enable_hashagg = off set enable_hashjoin = off set enable_nestloop = off as $$
declare
  own constant uuid[] := app.location_ids();
begin
  return query execute format(
    'select t.product_id
     from public.product_totals t
     left join (
       select l.product_id, sum(l.available + l.reserved) as on_hand from public.stock_levels l
       where l.org_id = $1 and l.location_id = %s
       group by l.product_id) s on s.product_id = t.product_id
     cross join lateral (select coalesce(s.on_hand, 0) as on_hand) o
     where t.org_id = $1 and not t.archived and o.on_hand <= t.minimum
     order by case when t.minimum = 0 then 0 else (o.on_hand / t.minimum * 1000000)::bigint end, t.product_id
     limit $3', case cardinality(own) when 1 then '$2[1]' else 'any ($2)' end)
  using p_org_id, own, p_limit;
end $$;
