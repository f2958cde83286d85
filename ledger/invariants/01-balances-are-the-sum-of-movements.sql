-- Every balance of every level is the sum of the movements into it minus those out of it.
select coalesce(b.org_id, s.org_id) as org_id, coalesce(b.product_id, s.product_id) as product_id,
  coalesce(b.location_id, s.location_id) as location_id, coalesce(b.lot_id, s.lot_id) as lot_id, coalesce(b.account, s.account) as account,
  b.balance, s.balance as movements
from (
  select l.org_id, l.product_id, l.location_id, l.lot_id, a.account, a.balance
  from stock_levels l
  cross join lateral (values ('available', l.available), ('reserved', l.reserved), ('held', l.held), ('in_transit', l.in_transit),
    ('incoming', l.incoming)) a (account, balance)
) b
full join (
  select org_id, product_id, location_id, lot_id, account, sum(change) as balance
  from (
    select org_id, product_id, from_location_id, from_lot_id, from_account, -quantity from stock_movements where from_location_id is not null
    union all
    select org_id, product_id, to_location_id, to_lot_id, to_account, quantity from stock_movements where to_location_id is not null
  ) e (org_id, product_id, location_id, lot_id, account, change)
  group by org_id, product_id, location_id, lot_id, account
) s using (org_id, product_id, location_id, lot_id, account)
where coalesce(b.balance, 0) <> coalesce(s.balance, 0)
