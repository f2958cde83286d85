-- A sales order's total is the sum of quantity × unit price of its lines, each rounded to the decimals of the
-- currency; the paid amount is the sum of its payments that weren't undone, refunds being negative; and the payment
-- status follows from both, even for a cancelled order.
select o.org_id, o.id, o.total_amount, i.total, o.paid_amount, p.paid, o.payment_status
from sales_orders o
left join (
  select org_id, sales_order_id, sum(round(quantity * unit_price, amount_decimals)) as total
  from sales_order_items group by org_id, sales_order_id
) i on i.org_id = o.org_id and i.sales_order_id = o.id
left join (
  select org_id, sales_order_id, sum(amount) as paid from payments where undone_at is null group by org_id, sales_order_id
) p on p.org_id = o.org_id and p.sales_order_id = o.id
where o.total_amount <> coalesce(i.total, 0) or o.paid_amount <> coalesce(p.paid, 0)
  or o.payment_status <> case
    when coalesce(p.paid, 0) >= coalesce(i.total, 0) then 'paid' when p.paid > 0 then 'partial' else 'pending' end
