-- Each product has exactly one row for "no lot", and totals; the lots of its levels are its own.
select p.org_id, p.id as product_id, 'no-lot row or totals missing' as problem
from products p
left join lots l on l.org_id = p.org_id and l.product_id = p.id and l.id = p.id
left join product_totals t on t.org_id = p.org_id and t.product_id = p.id
where l.id is null or l.lot_number <> '' or t.product_id is null
union all
select s.org_id, s.product_id, 'foreign lot'
from stock_levels s
left join lots l on l.org_id = s.org_id and l.product_id = s.product_id and l.id = s.lot_id
where l.id is null
