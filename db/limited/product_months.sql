-- The monthly sums of products over the locations of a limited member, in ten-thousandths as everywhere.
create view limited.product_months with (security_invoker = true) as
select m.org_id, m.product_id, m.month,
  coalesce(10000 * sum(m.happened) filter (where m.account = 'available'), 0)::bigint as available_happened,
  coalesce(10000 * sum(m.happened) filter (where m.account = 'reserved'), 0)::bigint as reserved_happened,
  coalesce(10000 * sum(m.happened) filter (where m.account = 'held'), 0)::bigint as held_happened,
  coalesce(10000 * sum(m.happened) filter (where m.account = 'in_transit'), 0)::bigint as in_transit_happened,
  coalesce(10000 * sum(m.happened) filter (where m.account = 'incoming'), 0)::bigint as incoming_happened,
  coalesce(10000 * sum(m.recorded) filter (where m.account = 'available'), 0)::bigint as available_recorded,
  coalesce(10000 * sum(m.recorded) filter (where m.account = 'reserved'), 0)::bigint as reserved_recorded,
  coalesce(10000 * sum(m.recorded) filter (where m.account = 'held'), 0)::bigint as held_recorded,
  coalesce(10000 * sum(m.recorded) filter (where m.account = 'in_transit'), 0)::bigint as in_transit_recorded,
  coalesce(10000 * sum(m.recorded) filter (where m.account = 'incoming'), 0)::bigint as incoming_recorded
from public.stock_months m
where m.location_id = any ((select app.location_ids())::uuid[])
group by m.org_id, m.product_id, m.month;
