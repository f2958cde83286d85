-- Audit triggers on every table that people edit: exactly one row in audit_trail per changed row. The ledger is its own
-- audit trail and has none, and neither has what is received of an order's line: the receipt has its row. A new
-- product's row is written with its minimum, by app.audit_new_products.

do $$
declare
  audited record;
  columns text;
  created text;
begin
  for audited in
    select * from (values
      ('products', 'id'), ('categories', 'id'), ('suppliers', 'id'), ('locations', 'id'), ('location_transfers', 'id'),
      ('price_updates', 'id'), ('transaction_drafts', 'id'),
      ('purchase_orders', 'id'), ('purchase_order_items', 'id'), ('purchase_order_payments', 'id'), ('receipts', 'id'),
      ('comments', 'id'), ('customers', 'id'), ('sales_orders', 'id'), ('sales_order_items', 'id'), ('payments', 'id'), ('shipments', 'id'), ('sales_returns', 'id'),
      ('organizations', 'org_id'), ('organization_settings', 'org_id'), ('member_settings', 'user_id'), ('members', 'user_id'), ('invitations', 'id'), ('api_keys', 'id'),
      ('sales_order_questions', 'id'), ('supplier_responses', 'id'),
      ('webhook_endpoints', 'id')
    ) as tables (name, key)
    where to_regclass('public.' || tables.name) is not null
  loop
    columns := case when audited.name = 'purchase_order_items' then (
      select ' of ' || string_agg(quote_ident(a.attname), ', ' order by a.attnum)
      from pg_attribute a
      where a.attrelid = to_regclass('public.' || audited.name) and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
        and a.attname not in ('received_quantity', 'over_delivered_quantity', 'updated_at'))
      else '' end;
    created := case when audited.name <> 'products' then 'insert or ' else '' end;
    execute format('drop trigger if exists audit on public.%I', audited.name);
    execute format(
      'create trigger audit after %supdate%s or delete on public.%I for each row execute function app.audit_row(%L)',
      created, columns, audited.name, audited.key);
  end loop;
end $$;

-- Lots are created by receipts and entries, which are their own record. Their expiry date may be corrected.
drop trigger if exists audit on public.lots;
create trigger audit after update of expires_on on public.lots for each row
  when (old.expires_on is distinct from new.expires_on) execute function app.audit_row('id');

-- What a supplier proposed stays as it was. An update only follows from a line that was removed from its order.
drop trigger if exists audit on public.supplier_response_items;
create trigger audit after insert on public.supplier_response_items for each row execute function app.audit_row('response_id');

-- The names and addresses shown with audit rows, and their erasure.
drop trigger if exists record_person on public.profiles;
create trigger record_person after insert or update on public.profiles for each row execute function app.record_person();
drop trigger if exists erase_person on auth.users;
create trigger erase_person after delete on auth.users for each row execute function app.erase_person();
-- A soft-deleted account keeps its row, without personal data.
drop trigger if exists erase_person_softly on auth.users;
create trigger erase_person_softly after update of deleted_at on auth.users for each row
  when (old.deleted_at is null and new.deleted_at is not null) execute function app.erase_person();
