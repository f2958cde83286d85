-- Creates the monthly sums of products from those of their locations: once, on the upgrade that introduces them
-- (kernel.follow_product).
create or replace function kernel.add_up_product_months() returns void
language sql as $$
  insert into public.product_months (org_id, product_id, month,
    available_happened, reserved_happened, held_happened, in_transit_happened, incoming_happened,
    available_recorded, reserved_recorded, held_recorded, in_transit_recorded, incoming_recorded)
  select org_id, product_id, month,
    coalesce(10000 * sum(happened) filter (where account = 'available'), 0), coalesce(10000 * sum(happened) filter (where account = 'reserved'), 0),
    coalesce(10000 * sum(happened) filter (where account = 'held'), 0), coalesce(10000 * sum(happened) filter (where account = 'in_transit'), 0),
    coalesce(10000 * sum(happened) filter (where account = 'incoming'), 0),
    coalesce(10000 * sum(recorded) filter (where account = 'available'), 0), coalesce(10000 * sum(recorded) filter (where account = 'reserved'), 0),
    coalesce(10000 * sum(recorded) filter (where account = 'held'), 0), coalesce(10000 * sum(recorded) filter (where account = 'in_transit'), 0),
    coalesce(10000 * sum(recorded) filter (where account = 'incoming'), 0)
  from public.stock_months
  group by org_id, product_id, month
  order by month, product_id
$$;
