-- A return equals its posting, line by line: product, location, available or held, quantity. A return that was undone
-- has a second posting that sends all of it back to the customer. The returned quantity of an order's line is the sum
-- of its returns that weren't undone.
select coalesce(r.org_id, m.org_id) as org_id, coalesce(r.return_id, m.posting_id) as return_id, coalesce(r.line_no, m.entry_no) as line_no
from sales_return_items r
full join (
  select m.org_id, m.posting_id, m.entry_no, m.product_id, m.to_location_id, m.to_account, sum(m.quantity) as quantity
  from stock_movements m
  join stock_postings p on p.org_id = m.org_id and p.id = m.posting_id and p.kind = 'return' and p.source_kind = 'return'
  group by m.org_id, m.posting_id, m.entry_no, m.product_id, m.to_location_id, m.to_account
) m on m.org_id = r.org_id and m.posting_id = r.return_id and m.entry_no = r.line_no
where (r.product_id, r.location_id, r.account, r.quantity) is distinct from (m.product_id, m.to_location_id, m.to_account, m.quantity)
union all
select r.org_id, r.id, null
from sales_returns r
left join stock_postings p on p.org_id = r.org_id and p.id = r.undo_posting_id and p.source_id = r.id
where r.undone_at is not null and (
  p.id is null
  or (select sum(quantity) from sales_return_items l where l.org_id = r.org_id and l.return_id = r.id)
    <> (select sum(quantity) from stock_movements m where m.org_id = r.org_id and m.posting_id = r.undo_posting_id and m.to_account = 'customer'))
union all
select i.org_id, i.id, null
from sales_order_items i
left join (
  select l.org_id, l.sales_order_item_id, sum(l.quantity) as quantity
  from sales_return_items l
  join sales_returns r on r.org_id = l.org_id and r.id = l.return_id and r.undone_at is null
  group by l.org_id, l.sales_order_item_id
) r on r.org_id = i.org_id and r.sales_order_item_id = i.id
where i.returned_quantity <> coalesce(r.quantity, 0)
