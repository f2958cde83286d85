-- A location that is inactive or hidden, and an archived product, have no stock and no demand.
select s.org_id, s.location_id as id, 'location' as problem
from stock_levels s
join locations l on l.org_id = s.org_id and l.id = s.location_id
where (not l.is_active or l.hidden_at is not null) and s.available + s.reserved + s.held + s.in_transit + s.incoming > 0
union all
select s.org_id, s.product_id, 'product'
from stock_levels s
join products p on p.org_id = s.org_id and p.id = s.product_id
where p.archived_at is not null and s.available + s.reserved + s.held + s.in_transit + s.incoming > 0
union all
select d.org_id, d.document_line_id, 'open document'
from stock_demands d
join products p on p.org_id = d.org_id and p.id = d.product_id
left join locations l on l.org_id = d.org_id and l.id = d.location_id
where d.fulfilled < d.wanted and (p.archived_at is not null or not l.is_active or l.hidden_at is not null)
