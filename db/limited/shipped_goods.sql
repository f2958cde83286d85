-- What left with each line of a shipment, and what was shipped and returned for each line of a sales order, as shown to
-- readers. A limited member sees what left and returned at their locations; what is planned and hasn't left belongs to
-- the order. Commands read the tables.
create or replace view public.shipment_contents with (security_invoker = true) as
select i.org_id, i.shipment_id, i.sales_order_id, i.line_no, i.sales_order_item_id, i.product_id, i.quantity from public.shipment_items i;
create or replace view public.shipped_order_items with (security_invoker = true) as
select i.org_id, i.id, i.sales_order_id, i.shipped_quantity, i.returned_quantity from public.sales_order_items i;
grant select on public.shipment_contents, public.shipped_order_items to onhand_app;

create view limited.shipment_contents with (security_invoker = true) as
select i.org_id, i.shipment_id, i.sales_order_id, i.line_no, i.sales_order_item_id, i.product_id, i.quantity
from (
  select i.org_id, i.shipment_id, i.sales_order_id, i.line_no, i.sales_order_item_id, i.product_id,
    case when s.posting_id is null then i.quantity else (
      select sum(m.quantity) from public.stock_movements m
      where m.org_id = s.org_id and m.posting_id = s.posting_id and m.entry_no = i.line_no and m.to_account = 'customer'
        and m.from_location_id = any (app.location_ids())) end as quantity
  from public.shipment_items i
  join public.shipments s on s.org_id = i.org_id and s.id = i.shipment_id
) i
where i.quantity is not null;

create view limited.shipped_order_items with (security_invoker = true) as
select i.org_id, i.id, i.sales_order_id,
  case when i.shipped_quantity = 0 then 0 else coalesce((
    select sum(m.quantity) from public.stock_movements m
    join public.shipments s on s.org_id = m.org_id and s.sales_order_id = i.sales_order_id and s.posting_id = m.posting_id
      and s.status in ('in_transit', 'delivered')
    where m.org_id = i.org_id and m.document_line_id = i.id and m.to_account = 'customer' and m.from_location_id = any (app.location_ids())), 0)
  end as shipped_quantity,
  case when i.returned_quantity = 0 then 0 else coalesce((
    select sum(b.quantity) from public.sales_return_items b
    join public.sales_returns r on r.org_id = b.org_id and r.id = b.return_id and r.undone_at is null
    where b.org_id = i.org_id and b.sales_order_item_id = i.id and b.location_id = any (app.location_ids())), 0)
  end as returned_quantity
from public.sales_order_items i;
