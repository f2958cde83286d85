-- A purchase order's total is the sum of quantity × unit price of its lines, each in whole cents.
select o.org_id, o.id, o.total_amount, i.total
from purchase_orders o
left join (
  select org_id, purchase_order_id, sum(round(quantity * unit_price, 2)) as total
  from purchase_order_items group by org_id, purchase_order_id
) i on i.org_id = o.org_id and i.purchase_order_id = o.id
where o.total_amount <> coalesce(i.total, 0)
