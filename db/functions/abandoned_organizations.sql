-- Organizations that have had no member for 30 days. Security definer, because row-level security shows the app one
-- organization at a time.
create or replace function app.abandoned_organizations() returns setof uuid
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select o.org_id from public.organizations o where o.abandoned_at is not null and app.is_abandoned(o.org_id) order by o.abandoned_at
$$;
