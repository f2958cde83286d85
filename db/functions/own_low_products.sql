-- The products that are low at a limited member's locations, as far as sums are kept for them (app.own_location_set):
-- those with the least on hand relative to their minimum first (product_totals.low_ratio_sort). p_out: only those
-- without stock.
create or replace function app.own_low_products(p_org_id uuid, p_out boolean, p_limit integer) returns setof uuid
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select w.product_id
  from location_set_low w
  where w.org_id = p_org_id and w.set_id = (select app.own_location_set(p_org_id))
    and w.low_ratio_sort <= case when p_out then 0 else 9223372036854775807 end and (w.is_out or not p_out)
  order by w.low_ratio_sort, w.product_id
  limit p_limit
$$;
