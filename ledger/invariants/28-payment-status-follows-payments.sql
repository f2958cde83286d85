-- The paid amount of a purchase order is the sum of its payments that weren't undone, and the payment status follows
-- from it, the total and what was over-delivered. A cancelled order keeps its status, unless a payment was still
-- pending and nothing is owed by payment terms.
select o.org_id, o.id, o.payment_status, o.total_amount, o.paid_amount, p.paid
from purchase_orders o
left join (
  select org_id, purchase_order_id, sum(amount) as paid from purchase_order_payments where undone_at is null group by org_id, purchase_order_id
) p on p.org_id = o.org_id and p.purchase_order_id = o.id
where o.paid_amount <> coalesce(p.paid, 0)
  or o.payment_status <> case
    when o.paid_amount >= o.total_amount + o.over_delivered_amount then 'paid' when o.paid_amount > 0 then 'partial'
    when o.status <> 'cancelled' or o.payment_terms_days is not null and exists (
      select from purchase_order_items i
      where i.org_id = o.org_id and i.purchase_order_id = o.id
        and round(i.received_quantity * i.unit_price, i.amount_decimals)
          + round(i.over_delivered_quantity * i.unit_price, i.amount_decimals) > 0)
    then 'pending' else 'cancelled' end
