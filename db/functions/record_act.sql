-- Records an act in the audit trail that changes no row: an export, or a link that shares a document. Recorded for the
-- transaction's user in its organization. p_details describes the act (format, filters) and never contains a secret.
-- Security definer, because the app may not write audit rows.
create or replace function app.record_act(
  p_org_id uuid, p_action text, p_table text, p_record_id uuid, p_item_name text, p_summary text, p_details jsonb) returns void
language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform kernel.require_organization(p_org_id);
  if p_action not in ('EXPORT', 'SHARE') then
    raise exception 'record_act: % is recorded by triggers', p_action;
  end if;
  insert into audit_trail (org_id, user_id, table_name, record_id, action, new_values, subject_id, item_name, summary)
  values (
    p_org_id, nullif(current_setting('app.user_id', true), '')::uuid, p_table, p_record_id, p_action, p_details,
    -- A receipt or shipment is part of its order's history, as in app.audit_subject.
    case p_table
      when 'receipts' then (select r.purchase_order_id from receipts r where r.org_id = p_org_id and r.id = p_record_id)
      when 'shipments' then (select s.sales_order_id from shipments s where s.org_id = p_org_id and s.id = p_record_id)
      else p_record_id end,
    p_item_name, p_summary);
end $$;
