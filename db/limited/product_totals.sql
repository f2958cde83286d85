-- The totals of products over the locations of a limited member, from their levels: two index lookups for each product.
-- What sales lines want counts as backordered unless it is reserved at these locations. Only open lines are read: the
-- others want nothing more and have nothing reserved (invariant 42), and a busy product has thousands of them.
create view limited.product_totals with (security_invoker = true) as
select t.org_id, t.product_id, s.on_hand, s.available, s.held, s.in_transit, s.incoming,
  coalesce((
    select sum(d.wanted - d.fulfilled - coalesce((
      select sum(c.quantity) from public.stock_commitments c
      where c.org_id = d.org_id and c.document_line_id = d.document_line_id and c.location_id = any ((select app.location_ids())::uuid[])), 0))
    from public.stock_demands d
    where d.org_id = t.org_id and d.product_id = t.product_id and d.document_kind = 'sales_order' and d.is_open
      and (d.location_id is null or d.location_id = any ((select app.location_ids())::uuid[]))), 0) as backordered,
  t.minimum, t.archived, t.name_sort, not t.archived and s.on_hand <= t.minimum as is_low, not t.archived and s.on_hand = 0 as is_out,
  (least(s.on_hand, 900000000000000::bigint::numeric) * 10000::numeric)::bigint as on_hand_sort, t.minimum_sort,
  case when t.minimum = 0::numeric then 0::bigint
    else (least(s.on_hand / t.minimum, 900000000000::bigint::numeric) * 1000000::numeric)::bigint end as low_ratio_sort,
  t.price, t.category_id,
  case when t.archived then 3 when s.on_hand = 0 then 0 when s.on_hand <= t.minimum then 1 else 2 end as status_sort
from public.product_totals t
cross join lateral (
  select coalesce(sum(l.available + l.reserved), 0) as on_hand, coalesce(sum(l.available), 0) as available,
    coalesce(sum(l.held), 0) as held, coalesce(sum(l.in_transit), 0) as in_transit, coalesce(sum(l.incoming), 0) as incoming
  from public.stock_levels l
  where l.org_id = t.org_id and l.product_id = t.product_id and l.location_id = any ((select app.location_ids())::uuid[])
) s;
