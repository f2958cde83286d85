-- The ends of movements at a level are numbered 1..n without gaps up to its version and never step back in recorded
-- time, and the balance after each is the previous one (of the same account) plus the change.
with end_of_leg as (
  select org_id, product_id, from_location_id as location_id, from_lot_id as lot_id, from_account as account, -quantity as change,
    from_version as version, from_balance as balance, recorded_at, posting_id, line_no
  from stock_movements where from_location_id is not null
  union all
  select org_id, product_id, to_location_id, to_lot_id, to_account, quantity, to_version, to_balance, recorded_at, posting_id, line_no
  from stock_movements where to_location_id is not null
), chained as (
  select e.*, row_number() over level as expected_version,
    lag(e.recorded_at) over level as recorded_before,
    coalesce(lag(e.balance) over (partition by e.org_id, e.product_id, e.location_id, e.lot_id, e.account order by e.version), 0) as balance_before
  from end_of_leg e
  window level as (partition by e.org_id, e.product_id, e.location_id, e.lot_id order by e.version)
)
select org_id, product_id, location_id, lot_id, version, 'chain' as problem from chained
where version <> expected_version or recorded_at < recorded_before or balance <> balance_before + change
union all
select l.org_id, l.product_id, l.location_id, l.lot_id, l.version, 'last'
from stock_levels l
left join (
  select org_id, product_id, location_id, lot_id, max(version) as version, max(recorded_at) as recorded_at from end_of_leg
  group by org_id, product_id, location_id, lot_id
) e using (org_id, product_id, location_id, lot_id)
where l.version <> coalesce(e.version, 0) or l.last_recorded_at <> coalesce(e.recorded_at, '-infinity')
