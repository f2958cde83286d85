-- A movement, its posting, product, levels and document line belong to one organization.
select m.org_id, m.posting_id, m.line_no
from stock_movements m
left join stock_postings p on p.org_id = m.org_id and p.id = m.posting_id
left join products r on r.org_id = m.org_id and r.id = m.product_id
left join stock_levels f on (f.org_id, f.product_id, f.location_id, f.lot_id) = (m.org_id, m.product_id, m.from_location_id, m.from_lot_id)
left join stock_levels t on (t.org_id, t.product_id, t.location_id, t.lot_id) = (m.org_id, m.product_id, m.to_location_id, m.to_lot_id)
left join stock_demands d on d.org_id = m.org_id and d.document_line_id = m.document_line_id and d.product_id = m.product_id
where p.id is null or r.id is null or (m.from_location_id is not null and f.org_id is null) or (m.to_location_id is not null and t.org_id is null)
  or (m.document_line_id is not null and d.document_line_id is null)
  or (p.happened_at, p.recorded_at) <> (m.happened_at, m.recorded_at)
