-- Records that a seal has been sent off this machine. Security definer, because the app may not change seals; sealed
-- content doesn't change here.
create or replace function app.mark_seal_announced(p_org_id uuid, p_seal_no integer) returns void
language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform kernel.require_organization(p_org_id);
  update audit_seals set announced_at = clock_timestamp() where org_id = p_org_id and seal_no = p_seal_no and announced_at is null;
end $$;
