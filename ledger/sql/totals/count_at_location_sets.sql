-- Updates the sums and the low products of location sets after on hand changed at these locations (parallel arrays).
-- Called for organizations that have such sets, under the locks on the products' totals and after levels are written:
-- others who change a product's levels wait for its totals before counting, so each sees what the other wrote. Rows of
-- low products are written one by one, because most postings concern none. A generic plan: planning takes longer than
-- running it.
create or replace function kernel.count_at_location_sets(
  p_org_id uuid, p_product_ids uuid[], p_location_ids uuid[], p_changes numeric[]) returns void
language plpgsql set plan_cache_mode = force_generic_plan as $$
declare
  state record;
  in_set uuid;
  units numeric := 0;
  value_at_price numeric := 0;
  low bigint := 0;
  without_stock bigint := 0;
  was_low boolean;
  is_low boolean;
begin
  for state in
    select s.id as set_id, c.product_id, c.change, t.price, t.minimum, t.archived, (
        select coalesce(sum(l.available + l.reserved), 0) from public.stock_levels l
        where l.org_id = p_org_id and l.product_id = c.product_id and l.location_id = any (s.location_ids)) as on_hand
    from public.location_sets s
    cross join lateral (
      select c.product_id, sum(c.change) as change
      from unnest(p_product_ids, p_location_ids, p_changes) as c (product_id, location_id, change)
      where c.location_id = any (s.location_ids) and c.product_id <= s.counted_to
      group by c.product_id
      having sum(c.change) <> 0) c
    join public.product_totals t on t.org_id = p_org_id and t.product_id = c.product_id
    where s.org_id = p_org_id
    order by s.id
  loop
    if state.set_id <> in_set then
      perform kernel.add_to_location_set(p_org_id, in_set, units, value_at_price, low, without_stock);
      units := 0;
      value_at_price := 0;
      low := 0;
      without_stock := 0;
    end if;
    in_set := state.set_id;
    was_low := not state.archived and state.on_hand - state.change <= state.minimum;
    is_low := not state.archived and state.on_hand <= state.minimum;
    units := units + state.change;
    value_at_price := value_at_price + state.change * state.price;
    low := low + is_low::integer - was_low::integer;
    without_stock := without_stock + (is_low and state.on_hand = 0)::integer - (was_low and state.on_hand = state.change)::integer;
    if is_low then
      insert into public.location_set_low as w (org_id, set_id, product_id, low_ratio_sort, is_out)
      values (p_org_id, in_set, state.product_id, kernel.low_ratio(state.on_hand, state.minimum), state.on_hand = 0)
      on conflict (org_id, set_id, product_id) do update set low_ratio_sort = excluded.low_ratio_sort, is_out = excluded.is_out;
    elsif was_low then
      delete from public.location_set_low where org_id = p_org_id and set_id = in_set and product_id = state.product_id;
    end if;
  end loop;
  if in_set is not null then
    perform kernel.add_to_location_set(p_org_id, in_set, units, value_at_price, low, without_stock);
  end if;
end $$;
