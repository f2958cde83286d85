-- Gives a line its defaults: location_id and lot_id belong to its inside end (to the end it leaves, if both are
-- inside), units from outside without a location go to their product's location and into no lot, expired lots
-- aren't picked for a customer, and a reservation gives them back first.
create or replace function kernel.fill_in_line(p_org_id uuid, p_line kernel.line) returns kernel.line
language plpgsql as $$
begin
  if kernel.is_outside_account(p_line.from_account) then
    p_line.to_location_id := coalesce(p_line.to_location_id, p_line.location_id);
    p_line.to_lot_id := coalesce(p_line.to_lot_id, p_line.lot_id, p_line.product_id);
    if p_line.to_location_id is null then
      p_line.to_location_id := kernel.product_location(p_org_id, p_line.product_id, p_line.location_ids);
    end if;
  else
    p_line.from_location_id := coalesce(p_line.from_location_id, p_line.location_id);
    p_line.from_lot_id := coalesce(p_line.from_lot_id, p_line.lot_id);
  end if;
  p_line.up_to := coalesce(p_line.up_to, false);
  p_line.may_unreserve := coalesce(p_line.may_unreserve, false);
  p_line.expired := coalesce(p_line.expired,
    case
      when p_line.from_account = 'available' or p_line.to_account = 'customer' then 'never'
      when p_line.from_account = 'reserved' then 'first'
      else 'any'
    end);
  return p_line;
end $$;
