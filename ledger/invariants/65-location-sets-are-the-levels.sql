-- The sums and the low products of each location set equal what the levels at its locations add up to. One that has
-- counted nothing may have low products left: it is being forgotten (kernel.forget_location_sets).
with state as (
  select s.org_id, s.id as set_id, t.product_id, t.price, t.minimum, t.archived, coalesce(l.on_hand, 0) as on_hand
  from location_sets s
  join product_totals t on t.org_id = s.org_id and t.product_id <= s.counted_to
  left join (
    select s.org_id, s.id as set_id, l.product_id, sum(l.available + l.reserved) as on_hand
    from location_sets s
    join stock_levels l on l.org_id = s.org_id and l.location_id = any (s.location_ids)
    group by s.org_id, s.id, l.product_id
  ) l on l.org_id = s.org_id and l.set_id = s.id and l.product_id = t.product_id
), low as (
  select org_id, set_id, product_id,
    case when minimum = 0 then 0 else (least(on_hand / minimum, 900000000000) * 1000000)::bigint end as low_ratio_sort, on_hand = 0 as is_out
  from state where not archived and on_hand <= minimum
), kept_low as (
  select w.org_id, w.set_id, w.product_id, w.low_ratio_sort, w.is_out
  from location_set_low w
  left join location_sets s on s.org_id = w.org_id and s.id = w.set_id
  where s.id is null or s.counted_to is not null
)
select s.org_id, s.id as set_id, null::uuid as product_id
from location_sets s
left join (
  select org_id, set_id, sum(units) as units, sum(value_at_price) as value_at_price, sum(low) as low, sum("out") as "out"
  from location_set_totals group by org_id, set_id
) k on k.org_id = s.org_id and k.set_id = s.id
left join (
  select org_id, set_id, sum(on_hand) as units, sum(on_hand * price) as value_at_price,
    count(*) filter (where not archived and on_hand <= minimum) as low, count(*) filter (where not archived and on_hand = 0) as "out"
  from state group by org_id, set_id
) t on t.org_id = s.org_id and t.set_id = s.id
where (coalesce(k.units, 0), coalesce(k.value_at_price, 0), coalesce(k.low, 0), coalesce(k."out", 0))
  is distinct from (coalesce(t.units, 0), coalesce(t.value_at_price, 0), coalesce(t.low, 0), coalesce(t."out", 0))
union all
(select org_id, set_id, product_id from (
  (select org_id, set_id, product_id, low_ratio_sort, is_out from low
   except select org_id, set_id, product_id, low_ratio_sort, is_out from kept_low)
  union
  (select org_id, set_id, product_id, low_ratio_sort, is_out from kept_low
   except select org_id, set_id, product_id, low_ratio_sort, is_out from low)) d)
