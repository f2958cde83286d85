-- Returns the units on hand of the entire catalog as of a moment, and their value at the cost and price of that time
-- (kernel.price_at, for all products at once). Units of unknown cost are counted separately and aren't part of the
-- value at cost.
create or replace function kernel.value_as_of(p_org_id uuid, p_at timestamptz, p_basis text)
returns table (units numeric, cost numeric, price numeric, unknown_cost_units numeric)
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp set work_mem = '64MB' as $$
declare
  decimals constant integer := (select app.currency_decimals(o.currency) from public.organizations o where o.org_id = p_org_id);
begin
  perform kernel.require_organization(p_org_id);
  return query
    select coalesce(sum(s.available + s.reserved), 0),
      coalesce(round(sum((s.available + s.reserved) * coalesce(v.cost_price, f.cost_price)), decimals), 0),
      coalesce(round(sum((s.available + s.reserved) * coalesce(v.price, f.price)), decimals), 0),
      coalesce(sum(s.available + s.reserved) filter (where coalesce(v.cost_price, f.cost_price) is null), 0)
    from kernel.products_as_of(p_org_id, p_at, p_basis) s
    left join (
      select distinct on (r.product_id) r.product_id, r.cost_price, r.price
      from product_prices r
      where r.org_id = p_org_id and r.valid_from <= p_at
      order by r.product_id, r.valid_from desc
    ) v on v.product_id = s.product_id
    left join lateral kernel.price_at(p_org_id, s.product_id, p_at) f on v.product_id is null;
end $$;
