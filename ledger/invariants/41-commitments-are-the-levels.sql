-- The commitments of a level add up to its reserved, in-transit and incoming units, and each belongs to a document line
-- of the right kind, product and location.
select coalesce(l.org_id, c.org_id) as org_id, coalesce(l.product_id, c.product_id) as product_id,
  coalesce(l.location_id, c.location_id) as location_id, coalesce(l.account, c.account) as account, l.balance, c.committed
from (
  select s.org_id, s.product_id, s.location_id, s.lot_id, a.account, a.balance
  from stock_levels s
  cross join lateral (values ('reserved', s.reserved), ('in_transit', s.in_transit), ('incoming', s.incoming)) a (account, balance)
) l
full join (
  select c.org_id, c.product_id, c.location_id, c.lot_id, c.account, sum(c.quantity) as committed
  from stock_commitments c
  group by c.org_id, c.product_id, c.location_id, c.lot_id, c.account
) c using (org_id, product_id, location_id, lot_id, account)
where coalesce(l.balance, 0) <> coalesce(c.committed, 0)
union all
select c.org_id, c.product_id, c.location_id, c.account, null, c.quantity
from stock_commitments c
join stock_demands d on d.org_id = c.org_id and d.document_line_id = c.document_line_id
where c.quantity > 0 and ((d.document_kind, c.account) not in (('sales_order', 'reserved'), ('purchase_order', 'incoming'), ('transfer', 'in_transit'))
  or d.product_id <> c.product_id or d.location_id <> c.location_id)
