-- Writes an outbox row when a product becomes low, out of stock or short for customers' orders, in the transaction that
-- caused it. The row of its totals is locked, so of any number of postings exactly one crosses the minimum, and none
-- crosses it again until stock has risen. A posting that crosses nothing doesn't call this function. The effects of an
-- import or its undo on many products are counted in app.quiet and announced once; writing the history of a sample
-- company announces nothing. From the transaction, the server finds the movement that took the last units
-- (notifications/last-units.ts).
create or replace function app.note_low_stock() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  quiet constant text := coalesce(current_setting('app.quiet', true), '');
  becomes_low constant boolean := new.is_out and not old.is_out or new.is_low and not old.is_low;
begin
  if coalesce(current_setting('app.now', true), '') <> '' then
    return null;
  end if;
  if quiet <> '' then
    if becomes_low then
      perform set_config('app.quiet', (quiet::integer + 1)::text, true);
    end if;
    return null;
  end if;
  if becomes_low then
    insert into outbox (org_id, kind, payload)
    values (new.org_id, 'notifications', jsonb_build_object('found', 'low_stock', 'cause', gen_random_uuid(), 'product_id', new.product_id,
      'is_out', new.is_out, 'on_hand', new.on_hand, 'minimum', new.minimum, 'happened_at', clock_timestamp(),
      'transaction', pg_current_xact_id()::text));
  end if;
  if new.backordered > 0 and old.backordered = 0 then
    insert into outbox (org_id, kind, payload)
    values (new.org_id, 'notifications', jsonb_build_object('found', 'short_for_orders', 'cause', gen_random_uuid(),
      'product_id', new.product_id, 'happened_at', clock_timestamp()));
  end if;
  return null;
end $$;

create or replace trigger note_low_stock after update on public.product_totals
  for each row when (
    not old.archived and (new.is_out and not old.is_out or new.is_low and not old.is_low or new.backordered > 0 and old.backordered = 0))
  execute function app.note_low_stock();
