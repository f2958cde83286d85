-- Order numbers are unique per organization and have the specified format.
select org_id, order_number, count(*) as orders
from (
  select org_id, order_number, 'PO' as prefix from purchase_orders
  union all select org_id, order_number, 'SO' from sales_orders
) o
group by org_id, order_number, prefix
having count(*) > 1 or order_number !~ ('^' || prefix || '-[0-9]{6}-[0-9]{3}$')
