-- What movements changed at places from one moment to another: from p_from (itself only with p_including) up to and with p_to, by the
-- moment they were recorded or happened. One row per end at a location.
create or replace function kernel.changes_between(
  p_org_id uuid, p_basis text, p_from timestamptz, p_to timestamptz, p_including boolean, p_product_id uuid)
returns table (product_id uuid, location_id uuid, lot_id uuid, account text, change numeric)
language plpgsql stable as $$
#variable_conflict use_column
declare
  -- The moment's column decides the index, so it cannot be a parameter of one statement.
  moment text := case p_basis when 'recorded' then 'recorded_at' when 'happened' then 'happened_at' end;
begin
  if moment is null then
    perform kernel.refuse('invalid_posting', jsonb_build_object('basis', p_basis));
  end if;
  return query execute format($query$
    select e.product_id, e.location_id, e.lot_id, e.account, e.change
    from stock_movements m
    cross join lateral (values
      (m.product_id, m.from_location_id, m.from_lot_id, m.from_account, -m.quantity),
      (m.product_id, m.to_location_id, m.to_lot_id, m.to_account, m.quantity)) e (product_id, location_id, lot_id, account, change)
    where m.org_id = $1 and m.%1$I >= $2 and ($4 or m.%1$I > $2) and m.%1$I <= $3 and e.location_id is not null %2$s
    $query$, moment, case when p_product_id is not null then 'and m.product_id = $5' else 'and $5 is null' end)
  using p_org_id, p_from, p_to, p_including, p_product_id;
end $$;
