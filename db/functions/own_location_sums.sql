-- The stored sums of a limited member's locations; no row if there are none.
create or replace function app.own_location_sums(p_org_id uuid)
returns table (units numeric, value_at_price numeric, low bigint, "out" bigint)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select sum(t.units), round(sum(t.value_at_price), (select app.currency_decimals(o.currency) from public.organizations o where o.org_id = p_org_id)),
    sum(t.low)::bigint, sum(t."out")::bigint
  from location_set_totals t
  where t.org_id = p_org_id and t.set_id = (select app.own_location_set(p_org_id))
  having count(*) > 0
$$;
