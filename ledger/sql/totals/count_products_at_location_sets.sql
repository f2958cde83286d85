-- Adds products to the sums and the low products of location sets, or removes them (p_sign −1), as
-- kernel.count_products does for the catalog.
create or replace function kernel.count_products_at_location_sets(p_org_id uuid, p_product_ids uuid[], p_sign integer) returns void
language plpgsql as $$
declare
  sums record;
begin
  for sums in
    with state as materialized (
      select s.id as set_id, t.product_id, t.price, t.minimum, t.archived, o.on_hand
      from public.location_sets s
      join public.product_totals t on t.org_id = p_org_id and t.product_id = any (p_product_ids) and t.product_id <= s.counted_to
      cross join lateral (
        select coalesce(sum(l.available + l.reserved), 0) as on_hand from public.stock_levels l
        where l.org_id = p_org_id and l.product_id = t.product_id and l.location_id = any (s.location_ids)
      ) o
      where s.org_id = p_org_id
    ), removed as (
      delete from public.location_set_low w using state s
      where p_sign < 0 and w.org_id = p_org_id and w.set_id = s.set_id and w.product_id = s.product_id
    ), added as (
      insert into public.location_set_low (org_id, set_id, product_id, low_ratio_sort, is_out)
      select p_org_id, s.set_id, s.product_id, kernel.low_ratio(s.on_hand, s.minimum), s.on_hand = 0
      from state s
      where p_sign > 0 and not s.archived and s.on_hand <= s.minimum
    )
    select s.set_id, p_sign * sum(s.on_hand) as units, p_sign * sum(s.on_hand * s.price) as value_at_price,
      p_sign * count(*) filter (where not s.archived and s.on_hand <= s.minimum) as low,
      p_sign * count(*) filter (where not s.archived and s.on_hand = 0) as "out"
    from state s
    group by s.set_id
  loop
    perform kernel.add_to_location_set(p_org_id, sums.set_id, sums.units, sums.value_at_price, sums.low, sums."out");
  end loop;
end $$;
