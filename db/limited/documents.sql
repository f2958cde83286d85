-- Postings and documents that concern locations through their lines: a limited member sees those that concern theirs.
-- Lines without a location belong to everyone. Each of these views passes writes on to its table and compares locations
-- itself, because functions with the owner's rights use it too.
create view limited.stock_postings with (security_invoker = true) as
select s.* from public.stock_postings s
where exists (
  select from public.stock_movements m
  where m.org_id = s.org_id and m.posting_id = s.id
    and (m.from_location_id = any (app.location_ids()) or m.to_location_id = any (app.location_ids())));

-- Orders and receipts that concern several locations count and sum the lines at the member's locations.
do $views$
declare
  mine constant text := '(i.location_id is null or i.location_id = any (app.location_ids()))';
  lines constant text := format($$from public.purchase_order_items i
    where i.org_id = o.org_id and i.purchase_order_id = o.id and %s$$, mine);
  received constant text := $$from public.receipt_items i
    where i.org_id = r.org_id and i.receipt_id = r.id and i.location_id = any (app.location_ids())$$;
  counted constant jsonb := jsonb_build_object(
    'line_count', format('(select count(*)::integer %s)', lines),
    'open_lines', format('case when o.open_lines > 0 then (select count(*)::integer %s and i.received_quantity < i.quantity) else 0 end', lines),
    'partial_lines', format(
      'case when o.partial_lines > 0 then (select count(*)::integer %s and i.received_quantity > 0 and i.received_quantity < i.quantity) else 0 end',
      lines),
    'received_lines', format(
      'case when o.received_lines > 0 then (select count(*)::integer %s and i.received_quantity = i.quantity) else 0 end', lines));
  added constant jsonb := jsonb_build_object(
    'line_count', format('(select count(*)::integer %s)', received),
    'units', format('(select sum(i.quantity) %s)', received));
begin
  execute format(
    'create view limited.purchase_orders with (security_invoker = true) as select %s from public.purchase_orders o '
      -- Without the offset, the lines of all orders are read and hashed for each page: 1.8 s instead of 1 ms.
      'where o.line_count = 0 or exists (select %s offset 0)',
    (select string_agg(format('%s as %I', coalesce(counted ->> a.attname, format('o.%I', a.attname)), a.attname), ', ' order by a.attnum)
     from pg_attribute a where a.attrelid = 'public.purchase_orders'::regclass and a.attnum > 0 and not a.attisdropped), lines);
  execute format(
    'create view limited.receipts with (security_invoker = true) as select %s from public.receipts r where exists (select %s)',
    (select string_agg(format('%s as %I', coalesce(added ->> a.attname, format('r.%I', a.attname)), a.attname), ', ' order by a.attnum)
     from pg_attribute a where a.attrelid = 'public.receipts'::regclass and a.attnum > 0 and not a.attisdropped), received);
end $views$;

create view limited.shipments with (security_invoker = true) as
select s.* from public.shipments s
where exists (
    select from public.sales_orders o
    where o.org_id = s.org_id and o.id = s.sales_order_id and (o.location_id is null or o.location_id = any (app.location_ids())))
  and (s.posting_id is null or exists (
    select from public.stock_movements m where m.org_id = s.org_id and m.posting_id = s.posting_id
      and (m.from_location_id = any (app.location_ids()) or m.to_location_id = any (app.location_ids()))
    offset 0));

create view limited.sales_returns with (security_invoker = true) as
select r.* from public.sales_returns r
where exists (
  select from public.sales_return_items i
  where i.org_id = r.org_id and i.return_id = r.id and i.location_id = any (app.location_ids()));

-- The demands of document lines: those of purchase orders have no location here, only on the order.
create view limited.stock_demands with (security_invoker = true) as
select d.* from public.stock_demands d
where (d.location_id is null or d.location_id = any (app.location_ids()))
  and (d.document_kind <> 'purchase_order' or exists (
    select from public.purchase_order_items i
    where i.org_id = d.org_id and i.id = d.document_line_id and (i.location_id is null or i.location_id = any (app.location_ids()))));

-- The audit trail of a document is visible to those who see the document; that of a deleted one to no limited member.
-- With the offsets, each row's document is looked up; without them, a page hashes every order of the organization.
create view limited.audit_trail with (security_invoker = true) as
select a.* from public.audit_trail a
cross join lateral (select coalesce(a.new_values, a.old_values) as record) v
where case
  when a.table_name = 'sales_orders' and a.action = 'SHARE' then exists (
    select from public.sales_orders o where o.org_id = a.org_id and o.id = a.record_id offset 0)
  when a.table_name = 'purchase_orders' then exists (
    select from limited.purchase_orders o where o.org_id = a.org_id and o.id = a.record_id offset 0)
  when a.table_name in ('purchase_order_payments', 'supplier_responses') then exists (
    select from limited.purchase_orders o where o.org_id = a.org_id and o.id = (v.record ->> 'purchase_order_id')::uuid offset 0)
  -- A draft's line may have no location; once the order is placed, it has one, and its first values are hidden with it.
  when a.table_name = 'purchase_order_items' then exists (
    select from public.purchase_order_items i
    where i.org_id = a.org_id and i.id = a.record_id and (i.location_id is null or i.location_id = any (app.location_ids())) offset 0)
  when a.table_name = 'supplier_response_items' then exists (
    select from public.purchase_order_items i
    where i.org_id = a.org_id and i.id = (v.record ->> 'purchase_order_item_id')::uuid
      and (i.location_id is null or i.location_id = any (app.location_ids())) offset 0)
  when a.table_name = 'receipts' then exists (select from limited.receipts r where r.org_id = a.org_id and r.id = a.record_id offset 0)
  when a.table_name in ('sales_order_items', 'payments', 'sales_order_questions') then exists (
    select from public.sales_orders o where o.org_id = a.org_id and o.id = (v.record ->> 'sales_order_id')::uuid offset 0)
  when a.table_name = 'shipments' then exists (select from limited.shipments s where s.org_id = a.org_id and s.id = a.record_id offset 0)
  when a.table_name = 'comments' then app.sees_record(a.org_id, v.record ->> 'record_type', (v.record ->> 'record_id')::uuid)
  when a.table_name = 'sales_returns' then exists (select from limited.sales_returns r where r.org_id = a.org_id and r.id = a.record_id offset 0)
  else true end;

-- The counts of orders and shipments, of those that a limited member sees, with the lines they see: those that are
-- kept by location, or else counted now. Lines are counted in one pass; limited.purchase_orders looks them up order by
-- order.
create view limited.document_counts with (security_invoker = true) as
with own as (
  select o.org_id, app.has_document_counts(o.org_id) as is_kept
  from (select nullif(current_setting('app.org_id', true), '')::uuid as org_id) o)
select c.org_id, c.kind, c.status, c.slot, c.documents, c.open_documents, c.open_lines, c.lines, c.partial_lines, c.received_lines
from app.own_document_counts((select org_id from own)) c
where (select is_kept from own)
union all
select o.org_id, 'purchase_order'::text as kind, o.status, 0::bigint as slot, count(*) as documents,
  count(*) filter (where n.open_lines > 0) as open_documents, sum(n.open_lines)::bigint as open_lines,
  sum(n.lines)::bigint as lines, sum(n.partial_lines)::bigint as partial_lines, sum(n.received_lines)::bigint as received_lines
from public.purchase_orders o
left join (
  select i.org_id, i.purchase_order_id, count(*) as lines, count(*) filter (where i.received_quantity < i.quantity) as open_lines,
    count(*) filter (where i.received_quantity > 0 and i.received_quantity < i.quantity) as partial_lines,
    count(*) filter (where i.received_quantity = i.quantity) as received_lines
  from public.purchase_order_items i
  where i.location_id is null or i.location_id = any ((select app.location_ids())::uuid[])
  group by i.org_id, i.purchase_order_id
) i on i.org_id = o.org_id and i.purchase_order_id = o.id
cross join lateral (
  select coalesce(i.lines, 0) as lines, case when o.open_lines > 0 then coalesce(i.open_lines, 0) else 0 end as open_lines,
    case when o.partial_lines > 0 then coalesce(i.partial_lines, 0) else 0 end as partial_lines,
    case when o.received_lines > 0 then coalesce(i.received_lines, 0) else 0 end as received_lines
) n
where (o.line_count = 0 or i.lines > 0) and not (select is_kept from own)
group by o.org_id, o.status
union all
select org_id, 'sales_order', status, 0, count(*), count(*) filter (where open_lines > 0), sum(open_lines)::bigint, 0, 0, 0
from public.sales_orders where not (select is_kept from own) group by org_id, status
union all
select org_id, 'shipment', status, 0, count(*), 0, 0, 0, 0, 0
from limited.shipments where taken_back_at is null and not (select is_kept from own) group by org_id, status;
