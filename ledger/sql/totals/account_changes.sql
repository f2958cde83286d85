-- Returns the changes that legs make, two rows per leg: minus at its source, plus at its destination. An outside end
-- changes nothing here. Balances, totals and months are sums of these.
create or replace function kernel.account_changes(p_legs kernel.leg[])
returns table (posting_no integer, product_id uuid, location_id uuid, lot_id uuid, account text, change numeric)
language sql immutable as $$
  select l.posting_no, l.product_id, e.location_id, e.lot_id, e.account, e.change
  from unnest(p_legs) as l
  cross join lateral (values
    (l.from_location_id, l.from_lot_id, l.from_account, -l.quantity),
    (l.to_location_id, l.to_lot_id, l.to_account, l.quantity)) as e (location_id, lot_id, account, change)
  where e.location_id is not null
$$;
