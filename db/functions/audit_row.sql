-- Writes one row of audit_trail for one changed row, with the actor of the transaction. An update that changes nothing but
-- updated_at is not a change, and what goes with a whole sample company leaves no trace: its audit trail goes, too. The trigger's argument
-- names the column that identifies the record.
create or replace function app.audit_row() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  -- Repeats what other columns say, and what proves a secret.
  left_out constant text[] := array['search_text', 'secret_hash'];
  old_row jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) - left_out end;
  new_row jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) - left_out end;
  record_id uuid;
begin
  if tg_op = 'UPDATE' and old_row - 'updated_at' = new_row - 'updated_at' then
    return null;
  end if;
  if tg_op = 'DELETE' and app.is_being_removed((old_row ->> 'org_id')::uuid) then
    return null;
  end if;
  record_id := coalesce(new_row, old_row) ->> tg_argv[0];
  insert into public.audit_trail (org_id, user_id, table_name, record_id, action, old_values, new_values)
  values (
    (coalesce(new_row, old_row) ->> 'org_id')::uuid, nullif(current_setting('app.user_id', true), '')::uuid,
    tg_table_name, record_id, tg_op, old_row, new_row);
  return null;
end $$;
