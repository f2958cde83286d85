-- The locations that a movement names exist in its organization, and a transfer has a location at both ends.
select m.org_id, m.posting_id, m.line_no
from stock_movements m
left join locations f on f.org_id = m.org_id and f.id = m.from_location_id
left join locations t on t.org_id = m.org_id and t.id = m.to_location_id
where m.from_location_id is not null and f.id is null or m.to_location_id is not null and t.id is null
  or m.type = 'transfer' and (m.from_location_id is null or m.to_location_id is null)
