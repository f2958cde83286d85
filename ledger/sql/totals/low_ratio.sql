-- On hand relative to the minimum, as product_totals.low_ratio_sort.
create or replace function kernel.low_ratio(p_on_hand numeric, p_minimum numeric) returns bigint
language sql immutable as $$
  select case when p_minimum = 0 then 0 else (least(p_on_hand / p_minimum, 900000000000) * 1000000)::bigint end
$$;
