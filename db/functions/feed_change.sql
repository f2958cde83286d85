-- Writes the events of the records that a statement changed: {name}.created, .changed or .deleted. The trigger's
-- arguments are the name and the columns that the event contains. A change of only updated_at isn't an event. Several
-- changes of a record in one transaction become one event with the final state, except in large transactions (imports),
-- where finding the earlier events would cost more than they do.
-- One function because its statements read the transition tables, which only the trigger's own function sees.
create or replace function app.feed_change() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  record_name constant text := tg_argv[0];
  carried constant text[] := tg_argv[1:];
  -- Includes the name that an erased account gets in its documents.
  silent constant text[] := array['updated_at', 'user_reference', 'undone_by'];
  changes jsonb;
  own_events integer;
begin
  if tg_op = 'INSERT' then
    insert into feed_events (org_id, type, object_id, version, details)
    select n.org_id, record_name || '.created', n.id, (r.record ->> 'version')::bigint, (
      select jsonb_object_agg(key, r.record -> key) from unnest(carried) as key)
    from after_change n
    -- Without the offset, the row would be converted for each of its uses.
    cross join lateral (select to_jsonb(n) as record offset 0) r;
    return null;
  end if;

  if tg_op = 'UPDATE' then
    -- Uses except, as kernel.follow_names does: a join of the two tables compares every row with every other.
    changes := (
      select jsonb_agg(c.record) from (
        select to_jsonb(n) - silent as record from after_change n
        except select to_jsonb(o) - silent from before_change o
      ) c);
  else
    changes := (select jsonb_agg(to_jsonb(o)) from before_change o where not app.is_being_removed(o.org_id));
  end if;
  if changes is null then
    return null;
  end if;

  select count(*) into own_events from (
    select from feed_events e
    where e.org_id = (changes -> 0 ->> 'org_id')::uuid and e.xid = pg_current_xact_id() limit 101) e;
  if own_events between 1 and 100 then
    -- A record created and deleted in one transaction has no events.
    delete from feed_events e using jsonb_array_elements(changes) c (record)
    where tg_op = 'DELETE' and e.org_id = (c.record ->> 'org_id')::uuid and e.xid = pg_current_xact_id()
      and e.type = record_name || '.created' and e.object_id = (c.record ->> 'id')::uuid;
    if found then
      return null;
    end if;
    with merged as (
      update feed_events e
      set version = (c.record ->> 'version')::bigint, type = case when tg_op = 'DELETE' then record_name || '.deleted' else e.type end,
        details = case when tg_op = 'UPDATE' then (
          select jsonb_object_agg(key, c.record -> key) from unnest(carried) as key) end
      from jsonb_array_elements(changes) c (record)
      where e.org_id = (c.record ->> 'org_id')::uuid and e.xid = pg_current_xact_id()
        and e.type like record_name || '.%' and e.object_id = (c.record ->> 'id')::uuid
      returning e.object_id
    )
    select jsonb_agg(c.record) into changes from jsonb_array_elements(changes) c (record)
    where (c.record ->> 'id')::uuid not in (select m.object_id from merged m);
  end if;

  insert into feed_events (org_id, type, object_id, version, details)
  select (c.record ->> 'org_id')::uuid, record_name || case when tg_op = 'DELETE' then '.deleted' else '.changed' end,
    (c.record ->> 'id')::uuid, (c.record ->> 'version')::bigint, case when tg_op = 'UPDATE' then (
      select jsonb_object_agg(key, c.record -> key) from unnest(carried) as key) end
  from jsonb_array_elements(changes) c (record);
  return null;
end $$;

do $$
declare
  watched record;
  arguments text;
begin
  for watched in
    select * from (values
      ('products', '{product,sku,barcode,name,category_id,supplier_id,price,quantity_decimals,archived_at}'::text[]),
      ('purchase_orders', '{purchase_order,order_number,supplier_id,status,payment_status,total_amount,over_delivered_amount,paid_amount,expected_date,payment_due_date}'),
      ('sales_orders', '{sales_order,order_number,customer_id,status,payment_status,total_amount,paid_amount,location_id}'),
      ('receipts', '{receipt,purchase_order_id,receipt_no,posting_id,undo_posting_id}'),
      ('shipments', '{shipment,sales_order_id,shipment_no,status,carrier,tracking_number,posting_id,undo_posting_id}')
    ) as tables (name, arguments)
  loop
    select string_agg(quote_literal(a), ', ') into arguments from unnest(watched.arguments) a;
    execute format('create or replace trigger feed_created after insert on public.%I
      referencing new table as after_change for each statement execute function app.feed_change(%s)', watched.name, arguments);
    execute format('create or replace trigger feed_changed after update on public.%I
      referencing old table as before_change new table as after_change for each statement execute function app.feed_change(%s)',
      watched.name, arguments);
    execute format('create or replace trigger feed_deleted after delete on public.%I
      referencing old table as before_change for each statement execute function app.feed_change(%s)', watched.name, arguments);
  end loop;
end $$;
