-- A purchase order's total is the sum of quantity × unit price of its lines, each rounded to the decimals of
-- the currency, and so is what was over-delivered.
select o.org_id, o.id, o.total_amount, i.total, o.over_delivered_amount, i.extra
from purchase_orders o
left join (
  select org_id, purchase_order_id, sum(round(quantity * unit_price, amount_decimals)) as total,
    sum(round(over_delivered_quantity * unit_price, amount_decimals)) as extra
  from purchase_order_items group by org_id, purchase_order_id
) i on i.org_id = o.org_id and i.purchase_order_id = o.id
where o.total_amount <> coalesce(i.total, 0) or o.over_delivered_amount <> coalesce(i.extra, 0)
