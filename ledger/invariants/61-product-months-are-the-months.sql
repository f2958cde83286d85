-- The monthly sums of a product equal those of its locations and lots together (kernel.write_months).
select coalesce(m.org_id, s.org_id) as org_id, coalesce(m.product_id, s.product_id) as product_id, coalesce(m.month, s.month) as month
from product_months m
full join (
  select org_id, product_id, month,
    10000 * sum(happened) filter (where account = 'available') as available_happened, 10000 * sum(happened) filter (where account = 'reserved') as reserved_happened,
    10000 * sum(happened) filter (where account = 'held') as held_happened, 10000 * sum(happened) filter (where account = 'in_transit') as in_transit_happened,
    10000 * sum(happened) filter (where account = 'incoming') as incoming_happened,
    10000 * sum(recorded) filter (where account = 'available') as available_recorded, 10000 * sum(recorded) filter (where account = 'reserved') as reserved_recorded,
    10000 * sum(recorded) filter (where account = 'held') as held_recorded, 10000 * sum(recorded) filter (where account = 'in_transit') as in_transit_recorded,
    10000 * sum(recorded) filter (where account = 'incoming') as incoming_recorded
  from stock_months
  group by org_id, product_id, month
) s using (org_id, product_id, month)
where (coalesce(m.available_happened, 0), coalesce(m.reserved_happened, 0), coalesce(m.held_happened, 0), coalesce(m.in_transit_happened, 0),
    coalesce(m.incoming_happened, 0), coalesce(m.available_recorded, 0), coalesce(m.reserved_recorded, 0), coalesce(m.held_recorded, 0),
    coalesce(m.in_transit_recorded, 0), coalesce(m.incoming_recorded, 0))
  <> (coalesce(s.available_happened, 0), coalesce(s.reserved_happened, 0), coalesce(s.held_happened, 0), coalesce(s.in_transit_happened, 0),
    coalesce(s.incoming_happened, 0), coalesce(s.available_recorded, 0), coalesce(s.reserved_recorded, 0), coalesce(s.held_recorded, 0),
    coalesce(s.in_transit_recorded, 0), coalesce(s.incoming_recorded, 0))
