-- RELIABILITY.md 34: order numbers are unique per organisation, and look as the spec has them.
select org_id, order_number, count(*) as orders
from purchase_orders
group by org_id, order_number
having count(*) > 1 or order_number !~ '^PO-[0-9]{6}-[0-9]{3}$'
