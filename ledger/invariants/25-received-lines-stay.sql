-- A line of a purchase order that received anything, over-deliveries too, is never removed: every line of a receipt
-- that wasn't undone is a line of its order. Earlier versions removed lines with over-deliveries alone, which have no
-- line since.
select l.org_id, l.receipt_id, l.line_no
from receipt_items l
join receipts r on r.org_id = l.org_id and r.id = l.receipt_id and r.undone_at is null
left join purchase_order_items i on i.org_id = l.org_id and i.id = l.purchase_order_item_id
where (i.purchase_order_id, i.product_id) is distinct from (l.purchase_order_id, l.product_id)
  and not (l.is_over_delivery and l.purchase_order_item_id is null)
