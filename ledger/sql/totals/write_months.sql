-- Adds what legs change to the monthly sums of each location (protected by the level's lock) and of each product (in
-- ten-thousandths of a unit; protected by the lock on its totals). p_happened and p_recorded contain each posting's
-- times, by its number.
create or replace function kernel.write_months(p_org_id uuid, p_legs kernel.leg[], p_happened timestamptz[], p_recorded timestamptz[]) returns void
language plpgsql as $$
begin
  insert into stock_months as m (org_id, product_id, location_id, lot_id, account, month, happened, recorded)
  select p_org_id, c.product_id, c.location_id, c.lot_id, c.account, b.month, sum(c.change * b.happened), sum(c.change * b.recorded)
  from kernel.account_changes(p_legs) as c
  cross join lateral kernel.movement_months(p_happened[c.posting_no], p_recorded[c.posting_no]) as b
  group by c.product_id, c.location_id, c.lot_id, c.account, b.month
  on conflict (org_id, product_id, location_id, lot_id, account, month)
  do update set happened = m.happened + excluded.happened, recorded = m.recorded + excluded.recorded;

  insert into product_months as m (org_id, product_id, month,
    available_happened, reserved_happened, held_happened, in_transit_happened, incoming_happened,
    available_recorded, reserved_recorded, held_recorded, in_transit_recorded, incoming_recorded)
  select p_org_id, c.product_id, b.month,
    sum(c.available * b.happened), sum(c.reserved * b.happened), sum(c.held * b.happened), sum(c.in_transit * b.happened), sum(c.incoming * b.happened),
    sum(c.available * b.recorded), sum(c.reserved * b.recorded), sum(c.held * b.recorded), sum(c.in_transit * b.recorded), sum(c.incoming * b.recorded)
  from (
    -- A movement between locations doesn't change its product's sums.
    select e.posting_no, e.product_id, e.units * (e.account = 'available')::integer as available,
      e.units * (e.account = 'reserved')::integer as reserved, e.units * (e.account = 'held')::integer as held,
      e.units * (e.account = 'in_transit')::integer as in_transit, e.units * (e.account = 'incoming')::integer as incoming
    from (
      select l.posting_no, l.product_id, l.account, (10000 * sum(l.change))::bigint as units
      from kernel.account_changes(p_legs) as l
      group by l.posting_no, l.product_id, l.account
    ) e
    where e.units <> 0
  ) c
  cross join lateral kernel.movement_months(p_happened[c.posting_no], p_recorded[c.posting_no]) as b
  group by c.product_id, b.month
  on conflict (org_id, product_id, month) do update set
    available_happened = m.available_happened + excluded.available_happened,
    reserved_happened = m.reserved_happened + excluded.reserved_happened,
    held_happened = m.held_happened + excluded.held_happened,
    in_transit_happened = m.in_transit_happened + excluded.in_transit_happened,
    incoming_happened = m.incoming_happened + excluded.incoming_happened,
    available_recorded = m.available_recorded + excluded.available_recorded,
    reserved_recorded = m.reserved_recorded + excluded.reserved_recorded,
    held_recorded = m.held_recorded + excluded.held_recorded,
    in_transit_recorded = m.in_transit_recorded + excluded.in_transit_recorded,
    incoming_recorded = m.incoming_recorded + excluded.incoming_recorded;
end $$;
