-- A movement takes a positive quantity of one product from one account to another, one of them at a location; a
-- posting has at least one movement and its lines are numbered without gaps.
select m.org_id, m.posting_id, m.line_no, 'ends' as problem
from stock_movements m
where not (m.quantity > 0 and m.quantity < 1e11) or (m.from_location_id is null and m.to_location_id is null)
  or (m.from_account, m.from_location_id, m.from_lot_id) is not distinct from (m.to_account, m.to_location_id, m.to_lot_id)
union all
select p.org_id, p.id, count(m.line_no)::integer, 'lines'
from stock_postings p
left join stock_movements m on m.org_id = p.org_id and m.posting_id = p.id
group by p.org_id, p.id
having count(m.line_no) = 0 or count(m.line_no) <> max(m.line_no)
