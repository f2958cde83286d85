-- The counts of orders and shipments by status, over their slots, equal the existing orders, shipments and their lines.
select coalesce(c.org_id, d.org_id) as org_id, coalesce(c.kind, d.kind) as kind, coalesce(c.status, d.status) as status
from (
  select org_id, kind, status, sum(documents) as documents, sum(open_documents) as open_documents, sum(open_lines) as open_lines,
    sum(lines) as lines, sum(partial_lines) as partial_lines, sum(received_lines) as received_lines
  from document_counts group by org_id, kind, status
) c
full join (
  select org_id, 'purchase_order' as kind, status, count(*) as documents, count(*) filter (where open_lines > 0) as open_documents,
    sum(open_lines) as open_lines, sum(line_count) as lines, sum(partial_lines) as partial_lines, sum(received_lines) as received_lines
  from purchase_orders group by org_id, status
  union all
  select org_id, 'sales_order', status, count(*), count(*) filter (where open_lines > 0), sum(open_lines), 0, 0, 0
  from sales_orders group by org_id, status
  union all
  select org_id, 'shipment', status, count(*), 0, 0, 0, 0, 0 from shipments where taken_back_at is null group by org_id, status
) d using (org_id, kind, status)
where (coalesce(c.documents, 0), coalesce(c.open_documents, 0), coalesce(c.open_lines, 0), coalesce(c.lines, 0), coalesce(c.partial_lines, 0),
    coalesce(c.received_lines, 0))
  <> (coalesce(d.documents, 0), coalesce(d.open_documents, 0), coalesce(d.open_lines, 0), coalesce(d.lines, 0), coalesce(d.partial_lines, 0),
    coalesce(d.received_lines, 0))
