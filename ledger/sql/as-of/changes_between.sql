-- Returns what the movements of one product changed at its locations between the beginning of a month and a moment, by
-- recorded or happened time: added if the moment is later (up to and including it), subtracted if it is earlier (after
-- it, before the month). One row per end at a location.
create or replace function kernel.changes_between(
  p_org_id uuid, p_basis text, p_border timestamptz, p_at timestamptz, p_product_id uuid)
returns table (product_id uuid, location_id uuid, lot_id uuid, account text, change numeric)
language plpgsql stable as $$
#variable_conflict use_column
begin
  return query execute format($query$
    select e.product_id, e.location_id, e.lot_id, e.account, %1$s e.change
    from stock_movements m
    cross join lateral (values
      (m.product_id, m.from_location_id, m.from_lot_id, m.from_account, -m.quantity),
      (m.product_id, m.to_location_id, m.to_lot_id, m.to_account, m.quantity)) e (product_id, location_id, lot_id, account, change)
    where m.org_id = $1 and m.product_id = $4 and %2$s and e.location_id is not null
    $query$, case when p_border <= p_at then '' else '-' end, kernel.movement_period(p_basis, p_border, p_at))
  using p_org_id, p_border, p_at, p_product_id;
end $$;
