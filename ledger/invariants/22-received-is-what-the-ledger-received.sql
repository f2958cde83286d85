-- The received quantity of a purchase order's line equals its movements and its receipts that weren't undone, without
-- over-deliveries; its over-delivered quantity equals those.
select i.org_id, i.id, i.received_quantity, d.fulfilled, r.ordered as receipts, i.over_delivered_quantity, r.extra
from purchase_order_items i
left join stock_demands d on d.org_id = i.org_id and d.document_line_id = i.id
left join (
  select l.org_id, l.purchase_order_item_id, sum(l.quantity) filter (where not l.is_over_delivery) as ordered,
    sum(l.quantity) filter (where l.is_over_delivery) as extra
  from receipt_items l
  join receipts r on r.org_id = l.org_id and r.id = l.receipt_id and r.undone_at is null
  group by l.org_id, l.purchase_order_item_id
) r on r.org_id = i.org_id and r.purchase_order_item_id = i.id
where i.received_quantity <> coalesce(d.fulfilled, 0) or i.received_quantity <> coalesce(r.ordered, 0)
  or i.over_delivered_quantity <> coalesce(r.extra, 0)
