-- product_totals for statements that read all products: low stock, sorting by stock, reports. For a full member it is
-- the table itself. A limited member's totals are summed in one pass over the levels of their locations; looked up per
-- product, as limited.product_totals does for a page, 20,000 products took 300 ms instead of 30.
create or replace view public.all_product_totals with (security_invoker = true) as select * from public.product_totals;
grant select on public.all_product_totals to onhand_app;

create view limited.all_product_totals with (security_invoker = true) as
select t.org_id, t.product_id, t.on_hand, t.available, t.held, t.in_transit, t.incoming,
  t.backordered, t.minimum, t.archived, t.name_sort, not t.archived and t.on_hand <= t.minimum as is_low, not t.archived and t.on_hand = 0 as is_out,
  (least(t.on_hand, 900000000000000::bigint::numeric) * 10000::numeric)::bigint as on_hand_sort, t.minimum_sort,
  case when t.minimum = 0::numeric then 0::bigint
    else (least(t.on_hand / t.minimum, 900000000000::bigint::numeric) * 1000000::numeric)::bigint end as low_ratio_sort,
  t.price, t.category_id,
  case when t.archived then 3 when t.on_hand = 0 then 0 when t.on_hand <= t.minimum then 1 else 2 end as status_sort
from (
  select t.org_id, t.product_id, t.minimum, t.archived, t.name_sort, t.minimum_sort, t.price, t.category_id,
    coalesce(l.on_hand, 0) as on_hand, coalesce(l.available, 0) as available, coalesce(l.held, 0) as held,
    coalesce(l.in_transit, 0) as in_transit, coalesce(l.incoming, 0) as incoming,
    coalesce(b.backordered, 0) as backordered
  from public.product_totals t
  left join (
    select l.product_id, sum(l.available + l.reserved) as on_hand, sum(l.available) as available, sum(l.held) as held,
      sum(l.in_transit) as in_transit, sum(l.incoming) as incoming
    from public.stock_levels l
    where l.location_id = any ((select app.location_ids())::uuid[])
    group by l.product_id
  ) l on l.product_id = t.product_id
  -- As in limited.product_totals. Statements that don't use it don't compute it: that takes a group by exactly the
  -- columns of the join, and org_id, which is the same in all rows, is compared by the policies. What is reserved is
  -- looked up for each open line; all reservations, hashed, took half a second.
  left join (
    select d.product_id, sum(d.wanted - d.fulfilled - coalesce((
      select sum(c.quantity) from public.stock_commitments c
      where c.org_id = d.org_id and c.document_line_id = d.document_line_id and c.location_id = any ((select app.location_ids())::uuid[])), 0))
      as backordered
    from public.stock_demands d
    where d.document_kind = 'sales_order' and d.is_open
      and (d.location_id is null or d.location_id = any ((select app.location_ids())::uuid[]))
    group by d.product_id
  ) b on b.product_id = t.product_id
) t;
