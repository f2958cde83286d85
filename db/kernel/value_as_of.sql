-- Units on hand of the whole catalogue as of a moment, and their value at the cost and at the price that was valid then.
create or replace function kernel.value_as_of(p_org_id uuid, p_at timestamptz, p_basis text)
returns table (units numeric, cost numeric, price numeric)
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform kernel.require_organization(p_org_id);
  return query
    select coalesce(sum(s.on_hand), 0), coalesce(round(sum(s.on_hand * p.cost_price), 2), 0), coalesce(round(sum(s.on_hand * p.price), 2), 0)
    from (
      select l.product_id, sum(l.available + l.reserved) as on_hand from kernel.levels_as_of(p_org_id, p_at, p_basis) l group by l.product_id
    ) s
    left join lateral (
      select r.cost_price, r.price from product_prices r
      where r.org_id = p_org_id and r.product_id = s.product_id
      order by r.valid_from <= p_at desc, case when r.valid_from <= p_at then r.valid_from end desc, r.valid_from
      limit 1
    ) p on true;
end $$;
