-- Counts the next products, by id, into a location set: from then on kernel.count_at_location_sets keeps them up to
-- date. The caller holds the lock of the organization's sets. In parts, because writers of stock wait meanwhile.
create or replace function kernel.extend_location_set(p_org_id uuid, p_set_id uuid, p_products integer) returns void
language plpgsql as $$
declare
  own uuid[];
  first uuid;
  last uuid;
  sums record;
begin
  select s.location_ids, coalesce(s.counted_to, '00000000-0000-0000-0000-000000000000') into strict own, first
  from public.location_sets s where s.org_id = p_org_id and s.id = p_set_id;
  last := coalesce((
    select t.product_id from public.product_totals t
    where t.org_id = p_org_id and t.product_id > first
    order by t.product_id
    offset p_products - 1 limit 1), 'ffffffff-ffff-ffff-ffff-ffffffffffff');
  with state as materialized (
    select t.product_id, t.price, t.minimum, t.archived, coalesce(l.on_hand, 0) as on_hand
    from public.product_totals t
    left join (
      select l.product_id, sum(l.available + l.reserved) as on_hand
      from public.stock_levels l
      where l.org_id = p_org_id and l.product_id > first and l.product_id <= last and l.location_id = any (own)
      group by l.product_id) l on l.product_id = t.product_id
    where t.org_id = p_org_id and t.product_id > first and t.product_id <= last
  ), low as (
    insert into public.location_set_low (org_id, set_id, product_id, low_ratio_sort, is_out)
    select p_org_id, p_set_id, s.product_id, kernel.low_ratio(s.on_hand, s.minimum), s.on_hand = 0
    from state s
    where not s.archived and s.on_hand <= s.minimum
  )
  select coalesce(sum(s.on_hand), 0) as units, coalesce(sum(s.on_hand * s.price), 0) as value_at_price,
    count(*) filter (where not s.archived and s.on_hand <= s.minimum) as low,
    count(*) filter (where not s.archived and s.on_hand = 0) as "out"
  into sums
  from state s;
  perform kernel.add_to_location_set(p_org_id, p_set_id, sums.units, sums.value_at_price, sums.low, sums."out");
  update public.location_sets set counted_to = last where org_id = p_org_id and id = p_set_id;
end $$;
