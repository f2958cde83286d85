-- Returns the organizations with seals that haven't been sent off this machine yet. Security definer, because row-level
-- security shows the app one organization at a time.
create or replace function app.seals_to_announce() returns table (org_id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp
begin atomic
  select distinct s.org_id from public.audit_seals s where s.announced_at is null;
end;
