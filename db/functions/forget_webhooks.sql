-- Deletes deliveries and the log of attempts after 30 days: at most p_limit rows of each, over all organizations.
-- Returns how many it deleted. Security definer, because row-level security shows the app one organization at a time;
-- the retention period is fixed here.
create or replace function app.forget_webhooks(p_limit integer) returns integer
language sql volatile security definer set search_path = pg_catalog, public, pg_temp
begin atomic
  with deliveries as (
    delete from public.webhook_deliveries d
    using (
      select o.org_id, o.endpoint_id, o.number from public.webhook_deliveries o
      where o.delivered_at < clock_timestamp() - interval '30 days'
      order by o.delivered_at limit p_limit
      for update skip locked) old
    where d.org_id = old.org_id and d.endpoint_id = old.endpoint_id and d.number = old.number
    returning 1
  ), attempts as (
    delete from public.webhook_attempts a
    using (
      select o.org_id, o.id from public.webhook_attempts o
      where o.attempted_at < clock_timestamp() - interval '30 days'
      order by o.attempted_at limit p_limit
      for update skip locked) old
    where a.org_id = old.org_id and a.id = old.id
    returning 1
  )
  select ((select count(*) from deliveries) + (select count(*) from attempts))::integer;
end;
