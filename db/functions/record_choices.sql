-- Records a change of the notification choices of the transaction's own user in the audit trail, as one row with the
-- member's settings: several tables store them. p_before and p_after: each choice as field and value. Security definer,
-- because the app may not write audit rows.
create or replace function app.record_choices(p_org_id uuid, p_before jsonb, p_after jsonb) returns void
language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  v_user_id uuid := nullif(current_setting('app.user_id', true), '')::uuid;
begin
  perform kernel.require_organization(p_org_id);
  if p_before = p_after then
    return;
  end if;
  insert into audit_trail (org_id, user_id, table_name, record_id, action, old_values, new_values, subject_id, summary)
  values (p_org_id, v_user_id, 'member_settings', v_user_id, 'UPDATE', p_before, p_after, v_user_id,
    app.audit_summary('member_settings', 'UPDATE', p_before, p_after));
end $$;
