-- Maintains document_location_counts, where documents are counted under the locations of the members who see them:
-- triggers add what a statement changes, and app.count_existing_at_locations those that existed before. A sign is 1 for
-- a document as it is, and −1 for one as it was.
do $functions$
declare
  -- Sales orders `d` with a sign: each concerns its location, or everyone.
  sales_orders constant text := $sql$
    select d.sign, d.org_id, d.status, array_remove(array[d.location_id], null) as location_ids, '{}'::uuid[] as order_location_ids,
      1 as documents, (d.open_lines > 0)::integer as open_documents, d.open_lines, 0 as lines, 0 as partial_lines, 0 as received_lines
    from (%s) d
    join document_location_progress g on g.org_id = d.org_id and g.kind = 'sales_order' and d.id <= g.counted_to$sql$;
  -- Shipments `d` with the location of their order: each concerns that, if there is one, and the locations it left.
  shipments constant text := $sql$
    select d.sign, d.org_id, d.status, case when d.posting_id is null then '{}' else coalesce(
        nullif(array(
          select distinct l from stock_movements m cross join unnest(array[m.from_location_id, m.to_location_id]) as l
          where m.org_id = d.org_id and m.posting_id = d.posting_id and l is not null order by l), '{}'),
        array['00000000-0000-0000-0000-000000000000'::uuid]) end as location_ids,
      array_remove(array[d.location_id], null) as order_location_ids, 1 as documents, 0 as open_documents, 0 as open_lines, 0 as lines,
      0 as partial_lines, 0 as received_lines
    from (%s) d
    join document_location_progress g on g.org_id = d.org_id and g.kind = 'shipment' and d.id <= g.counted_to
    where d.taken_back_at is null$sql$;
  -- Lines `d` of purchase orders; an order without lines has one without an id. An order concerns the locations of its
  -- lines, and is open for those of its open lines. Without a location, that is everyone.
  purchase_orders constant text := $sql$
    with line as (
      select d.*, coalesce(d.received_quantity < d.quantity, false) and d.status in ('ordered', 'partial') as is_open
      from (%s) d
      join document_location_progress g on g.org_id = d.org_id and g.kind = 'purchase_order' and d.id <= g.counted_to
    ), placed as (
      select d.sign, d.org_id, d.status,
        case when bool_or(d.location_id is null) then '{}' else array_agg(distinct d.location_id order by d.location_id) end as all_of_them,
        case when bool_or(d.location_id is null) filter (where d.is_open) then '{}'
          else array_agg(distinct d.location_id order by d.location_id) filter (where d.is_open) end as open_ones
      from line d
      group by d.sign, d.org_id, d.id, d.status
    )
    select p.sign, p.org_id, p.status, a.location_ids, '{}'::uuid[] as order_location_ids, a.documents, a.open_documents,
      0 as open_lines, 0 as lines, 0 as partial_lines, 0 as received_lines
    from placed p
    cross join lateral (values (p.all_of_them, 1, 0), (p.open_ones, 0, 1)) as a (location_ids, documents, open_documents)
    where a.location_ids is not null
    union all
    select d.sign, d.org_id, d.status, array_remove(array[d.location_id], null), '{}', 0, 0, d.is_open::integer, 1,
      (d.received_quantity > 0 and d.received_quantity < d.quantity)::integer, (d.received_quantity = d.quantity)::integer
    from line d
    where d.line_id is not null$sql$;
  -- Orders `o` with a sign, with their present lines, which are looked up for each.
  with_lines constant text := $sql$
    select o.sign, o.org_id, o.id, o.status, i.id as line_id, i.location_id, i.quantity, i.received_quantity
    from (%s) o
    left join lateral (select * from purchase_order_items i where i.org_id = o.org_id and i.purchase_order_id = o.id offset 0) i on true$sql$;
  -- The orders of lines that a statement wrote and removed, with their lines as they are and as they were.
  around_lines constant text := $sql$
    select s.sign, o.org_id, o.id, o.status, i.id as line_id, i.location_id, i.quantity, i.received_quantity
    from (select org_id, purchase_order_id from %1$s union select org_id, purchase_order_id from %2$s) c
    join purchase_orders o on o.org_id = c.org_id and o.id = c.purchase_order_id
    cross join (values (1), (-1)) as s (sign)
    left join lateral (
      select i.* from purchase_order_items i
      where i.org_id = o.org_id and i.purchase_order_id = o.id
        and (s.sign = 1 or not exists (select from %1$s w where w.org_id = i.org_id and w.id = i.id))
      union all
      select r.* from %2$s r where s.sign = -1 and r.org_id = o.org_id and r.purchase_order_id = o.id
      offset 0) i on true$sql$;
  no_line constant text := '(select * from purchase_order_items where false)';
  of_order constant text := 'select %s as sign, d.*, o.location_id from %s d join sales_orders o on o.org_id = d.org_id and o.id = d.sales_order_id';
  -- What changed, for each table and kind of statement: the kind of documents, and which of them.
  changes constant text[][] := array[
    ['sales_orders', 'INSERT', 'sales_order', format(sales_orders, 'select 1 as sign, * from after_change')],
    ['sales_orders', 'DELETE', 'sales_order', format(sales_orders, 'select -1 as sign, * from before_change')],
    ['sales_orders', 'UPDATE', 'sales_order', format(sales_orders, 'select 1 as sign, * from after_change union all select -1, * from before_change')],
    ['sales_orders', 'UPDATE', 'shipment', format(shipments, $sql$
      select c.sign, d.*, c.location_id
      from after_change a
      join before_change b on b.org_id = a.org_id and b.id = a.id and b.location_id is distinct from a.location_id
      join shipments d on d.org_id = a.org_id and d.sales_order_id = a.id
      cross join lateral (values (1, a.location_id), (-1, b.location_id)) as c (sign, location_id)$sql$)],
    ['shipments', 'INSERT', 'shipment', format(shipments, format(of_order, 1, 'after_change'))],
    ['shipments', 'DELETE', 'shipment', format(shipments, format(of_order, -1, 'before_change'))],
    ['shipments', 'UPDATE', 'shipment', format(shipments, format(of_order, 1, 'after_change') || ' union all ' || format(of_order, -1, 'before_change'))],
    ['purchase_orders', 'INSERT', 'purchase_order', format(purchase_orders, format(with_lines, 'select 1 as sign, * from after_change'))],
    ['purchase_orders', 'DELETE', 'purchase_order', format(purchase_orders, format(with_lines, 'select -1 as sign, * from before_change'))],
    ['purchase_orders', 'UPDATE', 'purchase_order', format(purchase_orders, format(with_lines, $sql$
      select c.sign, a.org_id, a.id, c.status
      from after_change a join before_change b on b.org_id = a.org_id and b.id = a.id and b.status <> a.status
      cross join lateral (values (1, a.status), (-1, b.status)) as c (sign, status)$sql$))],
    ['purchase_order_items', 'INSERT', 'purchase_order', format(purchase_orders, format(around_lines, 'after_change', no_line))],
    ['purchase_order_items', 'DELETE', 'purchase_order', format(purchase_orders, format(around_lines, no_line, 'before_change'))],
    ['purchase_order_items', 'UPDATE', 'purchase_order',
      format(purchase_orders, format(around_lines, 'after_change', 'before_change'))]];
  present constant text := '(select * from %s where org_id = p_org_id and id > p_first and id <= p_last)';
  existing constant text[][] := array[
    ['sales_order', format(sales_orders, 'select 1 as sign, d.* from ' || format(present, 'sales_orders') || ' d')],
    ['shipment', format(shipments, format(of_order, 1, format(present, 'shipments')))],
    ['purchase_order', format(purchase_orders, format(with_lines, 'select 1 as sign, d.* from ' || format(present, 'purchase_orders') || ' d'))]];
  added constant text := $sql$
    perform app.add_to_location_counts(c.org_id, '%1$s', c.status, c.location_ids, c.order_location_ids, c.documents, c.open_documents, c.open_lines,
      c.lines, c.partial_lines, c.received_lines)
    from (
      select d.org_id, d.status, d.location_ids, d.order_location_ids, sum(d.sign * d.documents) as documents,
        sum(d.sign * d.open_documents) as open_documents, sum(d.sign * d.open_lines) as open_lines, sum(d.sign * d.lines) as lines,
        sum(d.sign * d.partial_lines) as partial_lines, sum(d.sign * d.received_lines) as received_lines
      from (%2$s) d
      group by d.org_id, d.status, d.location_ids, d.order_location_ids) c;$sql$;
  written record;
begin
  execute format($body$
    create or replace function app.count_existing_at_locations(p_org_id uuid, p_kind text, p_first uuid, p_last uuid) returns void
    language plpgsql as $$
    begin
      %s
    end $$$body$,
    (select string_agg(format('if p_kind = %L then %s end if;', c.kind, format(added, c.kind, c.documents)), '')
     from unnest(existing[:][1:1], existing[:][2:2]) as c (kind, documents)));
  for written in
    select c.table_name, c.statement, string_agg(format(added, c.kind, c.documents), '' order by c.kind) as additions
    from unnest(changes[:][1:1], changes[:][2:2], changes[:][3:3], changes[:][4:4]) as c (table_name, statement, kind, documents)
    group by c.table_name, c.statement
  loop
    execute format($body$
      create or replace function app.count_%2$s_of_%1$s_at_locations() returns trigger
      language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
      declare
        own constant text := current_setting('app.org_id', true);
        is_counted boolean;
      begin
        -- The app writes its own organization only. Reading the rows first took twice as long.
        if own <> '' then
          is_counted := app.counts_documents_at_locations(own::uuid);
        else
          is_counted := exists (select from (select distinct d.org_id from %3$s d) o where app.counts_documents_at_locations(o.org_id));
        end if;
        if is_counted then
          %4$s
        end if;
        return null;
      end $$$body$, written.table_name, lower(written.statement), case written.statement when 'DELETE' then 'before_change' else 'after_change' end,
      written.additions);
    execute format('create or replace trigger count_at_locations_%2$s after %2$s on public.%1$I referencing %3$s
      for each statement execute function app.count_%2$s_of_%1$s_at_locations()', written.table_name, lower(written.statement),
      case written.statement when 'INSERT' then 'new table as after_change' when 'DELETE' then 'old table as before_change'
        else 'old table as before_change new table as after_change' end);
  end loop;
end $functions$;
