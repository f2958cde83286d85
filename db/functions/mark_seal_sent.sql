-- Records that a seal, and with it every earlier one, has been sent to one of the targets. Security definer, because
-- the app may not change seals; sealed content doesn't change here.
create or replace function app.mark_seal_sent(p_org_id uuid, p_seal_no integer, p_target text, p_targets text[]) returns void
language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform kernel.require_organization(p_org_id);
  update audit_seals
  set announced_to = array_append(announced_to, p_target),
    announced_at = case when array_append(announced_to, p_target) @> p_targets then clock_timestamp() end
  where org_id = p_org_id and seal_no <= p_seal_no and announced_at is null and p_target <> all (announced_to);
end $$;
