-- Removes events that were numbered 90 days ago, at most p_limit batches over all organizations, and records the number
-- up to which each feed is gone. Returns how many batches it removed. Security definer, because row-level security
-- shows the app one organization at a time; the retention period is fixed here.
create or replace function app.forget_events(p_limit integer) returns integer
language sql volatile security definer set search_path = pg_catalog, public, pg_temp
begin atomic
  with old as (
    select b.org_id, b.last_number from public.feed_batches b
    where b.numbered_at < clock_timestamp() - interval '90 days'
    order by b.numbered_at limit p_limit
    for update skip locked
  ), gone as (
    delete from public.feed_batches b using old
    where b.org_id = old.org_id and b.last_number = old.last_number
    returning b.org_id, b.last_number, b.xids, b.places
  ), events as (
    delete from public.feed_events e
    using gone g cross join lateral unnest(g.xids, g.places) as k (xid, place)
    where e.org_id = g.org_id and e.xid = k.xid and e.place = k.place
  ), states as (
    update public.feed_state s set forgotten = greatest(s.forgotten, n.last_number)
    from (select g.org_id, max(g.last_number) as last_number from gone g group by g.org_id) n
    where s.org_id = n.org_id
  )
  select count(*)::integer from gone;
end;
