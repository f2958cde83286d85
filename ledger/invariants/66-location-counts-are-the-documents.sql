-- The counts of documents by location equal the documents that are counted so far, and what they concern.
with order_line as (
  select o.org_id, o.id, o.status, i.id as line_id, i.location_id, i.received_quantity, i.quantity,
    i.received_quantity < i.quantity and o.status in ('ordered', 'partial') as is_open
  from document_location_progress g
  join purchase_orders o on o.org_id = g.org_id and o.id <= g.counted_to
  left join purchase_order_items i on i.org_id = o.org_id and i.purchase_order_id = o.id
  where g.kind = 'purchase_order'
), found as (
  select 'purchase_order' as kind, org_id, status, case when bool_or(location_id is null) then '{}'
      else array_agg(distinct location_id order by location_id) end as location_ids, '{}'::uuid[] as order_location_ids,
    1 as documents, 0 as open_documents, 0 as open_lines, 0 as lines, 0 as partial_lines, 0 as received_lines
  from order_line group by org_id, id, status
  union all
  select 'purchase_order', org_id, status, case when bool_or(location_id is null) then '{}'
    else array_agg(distinct location_id order by location_id) end, '{}', 0, 1, 0, 0, 0, 0
  from order_line where is_open group by org_id, id, status
  union all
  select 'purchase_order', org_id, status, array_remove(array[location_id], null), '{}', 0, 0, is_open::integer, 1,
    (received_quantity > 0 and received_quantity < quantity)::integer, (received_quantity = quantity)::integer
  from order_line where line_id is not null
  union all
  select 'sales_order', o.org_id, o.status, array_remove(array[o.location_id], null), '{}', 1, (o.open_lines > 0)::integer, o.open_lines, 0, 0, 0
  from document_location_progress g
  join sales_orders o on o.org_id = g.org_id and o.id <= g.counted_to
  where g.kind = 'sales_order'
  union all
  select 'shipment', s.org_id, s.status, case when s.posting_id is null then '{}'
      else coalesce(m.location_ids, array['00000000-0000-0000-0000-000000000000'::uuid]) end,
    array_remove(array[o.location_id], null), 1, 0, 0, 0, 0, 0
  from document_location_progress g
  join shipments s on s.org_id = g.org_id and s.id <= g.counted_to
  join sales_orders o on o.org_id = s.org_id and o.id = s.sales_order_id
  left join (
    select m.org_id, m.posting_id, array_agg(distinct l order by l) as location_ids
    from document_location_progress g
    join shipments s on s.org_id = g.org_id and s.posting_id is not null
    join stock_movements m on m.org_id = s.org_id and m.posting_id = s.posting_id
    cross join unnest(array[m.from_location_id, m.to_location_id]) as l
    where g.kind = 'shipment' and l is not null group by m.org_id, m.posting_id
  ) m on m.org_id = s.org_id and m.posting_id = s.posting_id
  where g.kind = 'shipment' and s.taken_back_at is null
), counted as (
  select f.org_id, f.kind, f.status, f.location_ids, f.order_location_ids, sum(f.documents) as documents, sum(f.open_documents) as open_documents,
    sum(f.open_lines) as open_lines, sum(f.lines) as lines, sum(f.partial_lines) as partial_lines, sum(f.received_lines) as received_lines
  from found f
  group by f.org_id, f.kind, f.status, f.location_ids, f.order_location_ids
), kept as (
  select c.org_id, c.kind, c.status, c.location_ids, c.order_location_ids, sum(c.documents) as documents, sum(c.open_documents) as open_documents,
    sum(c.open_lines) as open_lines, sum(c.lines) as lines, sum(c.partial_lines) as partial_lines, sum(c.received_lines) as received_lines
  from document_location_counts c
  group by c.org_id, c.kind, c.status, c.location_ids, c.order_location_ids
)
select coalesce(c.org_id, k.org_id) as org_id, coalesce(c.kind, k.kind) as kind, coalesce(c.status, k.status) as status,
  coalesce(c.location_ids, k.location_ids) as location_ids
from counted c
full join kept k using (org_id, kind, status, location_ids, order_location_ids)
where (coalesce(c.documents, 0), coalesce(c.open_documents, 0), coalesce(c.open_lines, 0), coalesce(c.lines, 0), coalesce(c.partial_lines, 0),
    coalesce(c.received_lines, 0))
  <> (coalesce(k.documents, 0), coalesce(k.open_documents, 0), coalesce(k.open_lines, 0), coalesce(k.lines, 0), coalesce(k.partial_lines, 0),
    coalesce(k.received_lines, 0))
