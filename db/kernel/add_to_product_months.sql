-- Adds one leg to the monthly sums of its product: under the UTC month in which it happened and under that of its recording. What only
-- changes its place changes nothing here. In ten-thousandths of a unit. The lock on the product's totals guards these rows.
create or replace function kernel.add_to_product_months(
  p_org_id uuid, p_product_id uuid, p_from_account text, p_to_account text, p_quantity numeric, p_happened timestamptz, p_recorded timestamptz)
returns void
language plpgsql as $$
declare
  happened_month date := date_trunc('month', p_happened at time zone 'UTC')::date;
  recorded_month date := date_trunc('month', p_recorded at time zone 'UTC')::date;
begin
  if p_from_account = p_to_account then
    return;
  end if;
  insert into product_months as m (org_id, product_id, month,
    available_happened, reserved_happened, held_happened, in_transit_happened, incoming_happened,
    available_recorded, reserved_recorded, held_recorded, in_transit_recorded, incoming_recorded)
  select p_org_id, p_product_id, b.month, b.happened * c.available, b.happened * c.reserved, b.happened * c.held, b.happened * c.in_transit,
    b.happened * c.incoming, b.recorded * c.available, b.recorded * c.reserved, b.recorded * c.held, b.recorded * c.in_transit,
    b.recorded * c.incoming
  from (
    select q.units * ((p_to_account = 'available')::integer - (p_from_account = 'available')::integer) as available,
      q.units * ((p_to_account = 'reserved')::integer - (p_from_account = 'reserved')::integer) as reserved,
      q.units * ((p_to_account = 'held')::integer - (p_from_account = 'held')::integer) as held,
      q.units * ((p_to_account = 'in_transit')::integer - (p_from_account = 'in_transit')::integer) as in_transit,
      q.units * ((p_to_account = 'incoming')::integer - (p_from_account = 'incoming')::integer) as incoming
    from (select (p_quantity * 10000)::bigint as units) q
  ) c
  cross join (
    select recorded_month as month, (happened_month = recorded_month)::integer as happened, 1 as recorded
    union all
    select happened_month, 1, 0 where happened_month <> recorded_month
  ) b
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
