-- Writes one row of audit_trail for one changed row, with the actor of the transaction and a description of the change.
-- An update that changes only updated_at doesn't count. Removing an entire sample company leaves no trace, because its
-- audit trail is removed too. The trigger's argument names the column that identifies the record. New products are
-- recorded by app.audit_new_products.
-- One function because its steps share the changed row, which a trigger function can't pass on as a type of its own.
create or replace function app.audit_row() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  old_row jsonb := case when tg_op <> 'INSERT' then app.audited_values(to_jsonb(old)) end;
  new_row jsonb := case when tg_op <> 'DELETE' then app.audited_values(to_jsonb(new)) end;
  v_action text := tg_op;
  v_email text;
  v_summary text;
  v_row jsonb;
  v_org_id uuid;
  v_record_id uuid;
  v_subject_id uuid;
  v_item_name text;
  v_former text;
begin
  -- A seal preserves what is written here for good. People's names and addresses are stored elsewhere, where deleting
  -- the account erases them (app.erase_person).
  if tg_table_name = 'invitations' then
    v_email := coalesce(new_row, old_row) ->> 'email';
    old_row := old_row - 'email';
    new_row := new_row - 'email';
  elsif tg_table_name = 'comments' then
    old_row := app.mentions_by_id(old_row);
    new_row := app.mentions_by_id(new_row);
  end if;
  -- An edit has a new version: only rows without one are compared whole.
  if tg_op = 'UPDATE' and old_row -> 'version' is not distinct from new_row -> 'version'
    and old_row - 'updated_at' = new_row - 'updated_at' then
    return null;
  end if;
  -- A discarded transaction is kept, but no one sees it again. Where it was imported from isn't a value of it.
  if tg_table_name = 'transaction_drafts' then
    old_row := old_row - 'metadata';
    new_row := new_row - 'metadata';
    if old_row ->> 'status' = 'pending' and new_row ->> 'status' = 'discarded' then
      v_action := 'DELETE';
      new_row := null;
    end if;
  end if;
  v_summary := app.audit_summary(tg_table_name, v_action, old_row, new_row);
  if tg_table_name = 'webhook_endpoints' then
    -- The path of such an address is often the receiver's secret.
    old_row := jsonb_set(old_row, '{url}', to_jsonb(app.origin_of(old_row ->> 'url')));
    new_row := jsonb_set(new_row, '{url}', to_jsonb(app.origin_of(new_row ->> 'url')));
  end if;
  v_row := coalesce(new_row, old_row);
  v_org_id := v_row ->> 'org_id';
  if tg_op = 'DELETE' and app.is_being_removed(v_org_id) then
    return null;
  end if;
  v_record_id := v_row ->> tg_argv[0];
  select s.subject_id, s.item_name into v_subject_id, v_item_name from app.audit_subject(tg_table_name, v_row) s;
  insert into public.audit_trail (org_id, user_id, table_name, record_id, action, old_values, new_values, subject_id, item_name, summary)
  values (
    v_org_id, nullif(current_setting('app.user_id', true), '')::uuid, tg_table_name, v_record_id, v_action, old_row, new_row,
    v_subject_id, v_item_name, v_summary);

  if tg_op = 'INSERT' and v_email is not null then
    insert into public.audit_names (org_id, subject_id, name_sort) values (v_org_id, v_subject_id, app.fold(v_email)) on conflict do nothing;
  end if;
  -- A document is also found by its own name, "SO-1042, shipment 1". Its rows are about its order.
  if v_item_name is not null and tg_table_name in ('receipts', 'shipments', 'sales_returns') then
    insert into public.audit_names (org_id, subject_id, name_sort) values (v_org_id, v_record_id, app.fold(v_item_name)) on conflict do nothing;
  end if;
  -- The search knows every former name. An existing product is found by its current one.
  if v_item_name is not null and v_subject_id = v_record_id then
    v_former := coalesce(old_row ->> 'name', old_row ->> 'company_name', old_row ->> 'order_number');
    if tg_table_name = 'products' then
      v_item_name := case when tg_op = 'DELETE' or tg_op = 'UPDATE' and v_former is distinct from v_item_name then v_former end;
    elsif v_former is not distinct from v_item_name then
      v_item_name := null;
    end if;
    if v_item_name is not null then
      insert into public.audit_names (org_id, subject_id, name_sort) values (v_org_id, v_subject_id, app.fold(v_item_name)) on conflict do nothing;
    end if;
  end if;
  return null;
end $$;
