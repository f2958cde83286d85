-- Checks one line before it moves anything and returns the first reason to refuse it, or null. In this order:
-- invalid_posting, not_found (product), product_archived, not_found (location), location_not_active (units may leave an
-- inactive location, not arrive there), forbidden (a location that isn't the member's: units may be sent there from one
-- of theirs, but can't leave or be recorded there; units in transit that return to where they left are checked there,
-- not at the destination, which has their balance), not_found (lot), lot_expired (a named lot whose day is over, for a
-- customer or a reservation; not if a customer's return is undone, whose goods never came back), invalid_quantity,
-- too_many_decimals. `not (quantity > 0 and quantity < 1e11)` also catches NaN.
create or replace function kernel.line_problem(p_org_id uuid, p_line kernel.line, p_product products) returns text
language plpgsql as $$
declare
  from_outside boolean := kernel.is_outside_account(p_line.from_account);
  to_outside boolean := kernel.is_outside_account(p_line.to_account);
  goes_back boolean := coalesce(p_line.from_account = 'in_transit' and p_line.from_location_id <> p_line.to_location_id, false);
  amount numeric := coalesce(p_line.count_to, p_line.quantity);
  destination locations;
  lot lots;
begin
  if p_line.from_account is null or p_line.to_account is null or (from_outside and to_outside)
    or not (from_outside or kernel.balance_index(p_line.from_account) is not null or p_line.from_account = 'reserved_then_available')
    or not (to_outside or kernel.balance_index(p_line.to_account) is not null)
    or p_line.type not in ('in', 'out', 'adjustment', 'transfer', 'opening', 'commitment')
    or (p_line.document_line_id is null and (amount is null
      or p_line.from_account in ('reserved', 'in_transit', 'incoming', 'reserved_then_available')
      or p_line.to_account in ('reserved', 'in_transit', 'incoming')))
    or not coalesce(p_line.unit_cost >= 0 and p_line.unit_cost < 1e10 and scale(p_line.unit_cost) <= 4, true)
  then
    return 'invalid_posting';
  elsif p_product.id is null then
    return 'not_found';
  elsif p_product.archived_at is not null then
    return 'product_archived';
  end if;

  if p_line.location_ids is not null and (
      p_line.from_location_id <> all (p_line.location_ids) and not goes_back
      or p_line.to_location_id <> all (p_line.location_ids)
        and (from_outside or goes_back or p_line.to_account not in ('available', 'in_transit')))
  then
    return 'forbidden';
  end if;

  if not to_outside and (from_outside or p_line.to_location_id is not null) then
    select * into destination from locations where org_id = p_org_id and id = p_line.to_location_id;
    if not found then
      return 'not_found';
    elsif p_line.to_location_id <> all (p_line.location_ids) and (not destination.is_active or destination.hidden_at is not null) then
      return 'forbidden';
    elsif not destination.is_active or destination.hidden_at is not null then
      return 'location_not_active';
    end if;
  end if;

  if p_line.from_lot_id <> p_line.product_id then
    select * into lot from lots where org_id = p_org_id and product_id = p_line.product_id and id = p_line.from_lot_id;
    if not found then
      return 'not_found';
    elsif p_line.to_account in ('customer', 'reserved') and p_line.reason is distinct from 'customer_return' and lot.expires_on < (
        select (now() at time zone o.time_zone)::date from organizations o where o.org_id = p_org_id) then
      return 'lot_expired';
    end if;
  end if;

  return case
    when p_line.count_to is not null and not (amount >= 0 and amount < 1e11) then 'invalid_quantity'
    when p_line.count_to is null and amount is not null and not (amount > 0 and amount < 1e11) then 'invalid_quantity'
    when amount <> trunc(amount, p_product.quantity_decimals) then 'too_many_decimals' end;
end $$;
