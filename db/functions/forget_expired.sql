-- Deletes expired data of all organizations, at most p_limit rows of each kind: stored responses for repeated requests
-- (seven days), uploaded files that were never imported (a day after they expired), and notifications (90 days).
-- Returns how many rows it deleted. Rows in use at this moment stay. Security definer, because row-level security shows
-- the app one organization at a time; the retention periods are fixed here.
create or replace function app.forget_expired(p_limit integer) returns integer
language sql volatile security definer set search_path = pg_catalog, public, pg_temp
begin atomic
  with results as (
    delete from public.command_results r
    using (
      select o.org_id, o.command, o.key from public.command_results o
      where o.created_at < clock_timestamp() - interval '7 days'
      order by o.created_at limit p_limit
      for update skip locked) old
    where r.org_id = old.org_id and r.command = old.command and r.key = old.key
    returning 1
  ), files as (
    delete from public.import_files f
    using (
      select o.org_id, o.id from public.import_files o
      where o.expires_at < clock_timestamp() - interval '1 day'
      order by o.expires_at limit p_limit
      for update skip locked) old
    where f.org_id = old.org_id and f.id = old.id
    returning 1
  ), notifications_gone as (
    delete from public.notifications n
    using (
      select o.org_id, o.user_id, o.id from public.notifications o
      where o.happened_at < clock_timestamp() - interval '90 days'
      order by o.happened_at limit p_limit
      for update skip locked) old
    where n.org_id = old.org_id and n.user_id = old.user_id and n.id = old.id
    returning 1
  )
  select ((select count(*) from results) + (select count(*) from files) + (select count(*) from notifications_gone))::integer;
end;
