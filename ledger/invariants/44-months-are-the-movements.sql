-- The monthly sums equal the movements, by the month they happened and by the month they were recorded (UTC).
select coalesce(m.org_id, s.org_id) as org_id, coalesce(m.product_id, s.product_id) as product_id, coalesce(m.month, s.month) as month,
  m.happened, m.recorded, s.happened as happened_movements, s.recorded as recorded_movements
from stock_months m
full join (
  -- Grouped by both months first, which are nearly always the same: halves the rows for the following steps.
  select e.org_id, e.product_id, e.location_id, e.lot_id, e.account, b.month, sum(e.change * b.happened) as happened, sum(e.change * b.recorded) as recorded
  from (
    select org_id, product_id, location_id, lot_id, account, sum(change) as change,
      date_trunc('month', happened_at at time zone 'UTC')::date as happened_in, date_trunc('month', recorded_at at time zone 'UTC')::date as recorded_in
    from (
      select org_id, product_id, from_location_id, from_lot_id, from_account, -quantity, happened_at, recorded_at
      from stock_movements where from_location_id is not null
      union all
      select org_id, product_id, to_location_id, to_lot_id, to_account, quantity, happened_at, recorded_at
      from stock_movements where to_location_id is not null
    ) moved (org_id, product_id, location_id, lot_id, account, change, happened_at, recorded_at)
    group by org_id, product_id, location_id, lot_id, account, happened_in, recorded_in
  ) e
  cross join lateral (values (e.happened_in, 1, 0), (e.recorded_in, 0, 1)) b (month, happened, recorded)
  group by e.org_id, e.product_id, e.location_id, e.lot_id, e.account, b.month
) s using (org_id, product_id, location_id, lot_id, account, month)
where coalesce(m.happened, 0) <> coalesce(s.happened, 0) or coalesce(m.recorded, 0) <> coalesce(s.recorded, 0)
