-- The figures above the product list of a limited member, from the levels at their locations: `$2[1]` for one, or `any
-- ($2)`.
create or replace function app.add_up_levels(p_org_id uuid, p_at text)
returns table (products bigint, archived bigint, units numeric, value_at_price numeric, low bigint, "out" bigint)
language plpgsql stable as $$
begin
  return query execute format(
    'select count(*) filter (where not t.archived), count(*) filter (where t.archived), coalesce(sum(s.on_hand), 0),
       coalesce(round(sum(s.on_hand * t.price), $3), 0), count(*) filter (where not t.archived and coalesce(s.on_hand, 0) <= t.minimum),
       count(*) filter (where not t.archived and coalesce(s.on_hand, 0) = 0)
     from public.product_totals t
     left join (
       select l.product_id, sum(l.available + l.reserved) as on_hand from public.stock_levels l
       where l.org_id = $1 and l.location_id = %s
       group by l.product_id) s on s.product_id = t.product_id
     where t.org_id = $1', p_at)
  using p_org_id, app.location_ids(), (select app.currency_decimals(o.currency) from public.organizations o where o.org_id = p_org_id);
end $$;
