-- Returns the organizations with work in the outbox: the only thing a server must know across organizations. Returns
-- ids only; the rows are claimed inside each organization's own scope.
create or replace function app.outbox_organizations() returns table (org_id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp
begin atomic
  select distinct outbox.org_id from public.outbox;
end;
