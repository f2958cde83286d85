-- Maintains document_counts: one trigger function per kind of document (app.count_purchase_orders and so on) adds a
-- statement's changes to the counts, once per status however many documents it wrote. A statement that changes no count
-- writes nothing.
do $functions$
declare
  -- How much a document `d` adds to documents, open_documents, open_lines, lines, partial_lines and received_lines.
  counted constant text[][] := array[
    ['purchase_order', 'purchase_orders',
      'count(*), count(*) filter (where d.open_lines > 0), sum(d.open_lines), sum(d.line_count), sum(d.partial_lines), sum(d.received_lines)', 'true'],
    ['sales_order', 'sales_orders', 'count(*), count(*) filter (where d.open_lines > 0), sum(d.open_lines), 0, 0, 0', 'true'],
    ['shipment', 'shipments', 'count(*), 0, 0, 0, 0, 0', 'd.taken_back_at is null']];
  kind_no integer;
  body constant text := $body$
    create or replace function app.count_%2$s() returns trigger
    language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
    begin
      if tg_op = 'INSERT' then
        perform app.add_to_document_counts(c.org_id, '%1$s', c.status, c.documents, c.open_documents, c.open_lines, c.lines, c.partial, c.received)
        from (select d.org_id, d.status, %3$s from after_change d where %4$s group by d.org_id, d.status)
          as c (org_id, status, documents, open_documents, open_lines, lines, partial, received);
      elsif tg_op = 'DELETE' then
        perform app.add_to_document_counts(
          c.org_id, '%1$s', c.status, -c.documents, -c.open_documents, -c.open_lines, -c.lines, -c.partial, -c.received)
        from (select d.org_id, d.status, %3$s from before_change d where %4$s group by d.org_id, d.status)
          as c (org_id, status, documents, open_documents, open_lines, lines, partial, received)
        where not app.is_being_removed(c.org_id);
      else
        perform app.add_to_document_counts(c.org_id, '%1$s', c.status, c.documents, c.open_documents, c.open_lines, c.lines, c.partial, c.received)
        from (
          select u.org_id, u.status, sum(u.sign * u.documents)::bigint as documents, sum(u.sign * u.open_documents)::bigint as open_documents,
            sum(u.sign * u.open_lines)::bigint as open_lines, sum(u.sign * u.lines)::bigint as lines,
            sum(u.sign * u.partial)::bigint as partial, sum(u.sign * u.received)::bigint as received
          from (
            select 1, d.org_id, d.status, %3$s from after_change d where %4$s group by d.org_id, d.status
            union all
            select -1, d.org_id, d.status, %3$s from before_change d where %4$s group by d.org_id, d.status
          ) as u (sign, org_id, status, documents, open_documents, open_lines, lines, partial, received)
          group by u.org_id, u.status
        ) c
        where (c.documents, c.open_documents, c.open_lines, c.lines, c.partial, c.received) <> (0, 0, 0, 0, 0, 0);
      end if;
      return null;
    end $$
  $body$;
begin
  for kind_no in 1 .. array_length(counted, 1) loop
    execute format(body, counted[kind_no][1], counted[kind_no][2], counted[kind_no][3], counted[kind_no][4]);
    execute format('create or replace trigger count_inserted after insert on public.%1$I
      referencing new table as after_change for each statement execute function app.count_%1$s()', counted[kind_no][2]);
    execute format('create or replace trigger count_updated after update on public.%1$I
      referencing old table as before_change new table as after_change for each statement execute function app.count_%1$s()', counted[kind_no][2]);
    execute format('create or replace trigger count_deleted after delete on public.%1$I
      referencing old table as before_change for each statement execute function app.count_%1$s()', counted[kind_no][2]);
  end loop;
end $functions$;
