-- A line of an open or shipped order wants the ordered quantity, one of a cancelled order the shipped quantity, and a
-- removed line nothing; units are reserved only at the location that the line's order ships from. Reservations never
-- exceed stock, because they are an account of their own.
select d.org_id, d.document_line_id, d.wanted, i.quantity, o.status, c.elsewhere
from stock_demands d
join sales_orders o on o.org_id = d.org_id and o.id = d.document_id
left join sales_order_items i on i.org_id = d.org_id and i.id = d.document_line_id
cross join lateral (
  select coalesce(sum(c.quantity) filter (where c.location_id <> o.location_id), 0) as elsewhere
  from stock_commitments c where c.org_id = d.org_id and c.document_line_id = d.document_line_id
) c
where d.document_kind <> 'sales_order' or c.elsewhere > 0
  or d.wanted <> case when i.id is null then 0 when o.status = 'cancelled' then i.shipped_quantity else i.quantity end
union all
select i.org_id, i.id, null, i.quantity, o.status, null
from sales_order_items i
join sales_orders o on o.org_id = i.org_id and o.id = i.sales_order_id
where o.status <> 'cancelled' and not exists (select from stock_demands d where d.org_id = i.org_id and d.document_line_id = i.id)
