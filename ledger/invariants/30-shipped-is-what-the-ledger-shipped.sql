-- No line has more shipped or planned than ordered, or more returned than shipped. The shipped quantity of a line
-- equals its movements to the customer and its shipments that left; the planned quantity equals its pending shipments.
select i.org_id, i.id, i.quantity, i.shipped_quantity, i.planned_quantity, d.fulfilled, s.shipped, s.planned
from sales_order_items i
left join stock_demands d on d.org_id = i.org_id and d.document_line_id = i.id
left join (
  select l.org_id, l.sales_order_item_id, sum(l.quantity) filter (where s.status in ('in_transit', 'delivered')) as shipped,
    sum(l.quantity) filter (where s.status = 'pending') as planned
  from shipment_items l
  join shipments s on s.org_id = l.org_id and s.id = l.shipment_id
  group by l.org_id, l.sales_order_item_id
) s on s.org_id = i.org_id and s.sales_order_item_id = i.id
where i.shipped_quantity + i.planned_quantity > i.quantity
  or i.returned_quantity < 0 or i.returned_quantity > i.shipped_quantity
  or i.shipped_quantity <> coalesce(d.fulfilled, 0) or i.shipped_quantity <> coalesce(s.shipped, 0)
  or i.planned_quantity <> coalesce(s.planned, 0)
