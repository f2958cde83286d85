-- Removes events that were numbered 90 days ago, over all organizations: the oldest batches, until they have p_limit
-- events or more, and records the number up to which each feed is gone. Returns how many batches it removed. Security
-- definer, because row-level security shows the app one organization at a time; the retention period is fixed here.
create or replace function app.forget_events(p_limit integer) returns integer
language sql volatile security definer set search_path = pg_catalog, public, pg_temp
begin atomic
  with oldest as (
    select o.org_id, o.last_number, o.first_number, o.numbered_at from public.feed_batches o
    where o.numbered_at < clock_timestamp() - interval '90 days'
    order by o.numbered_at, o.org_id, o.last_number limit p_limit
  ), counted as (
    select o.org_id, o.last_number,
      sum(o.last_number - o.first_number + 1) over (order by o.numbered_at, o.org_id, o.last_number) as events_through,
      o.last_number - o.first_number + 1 as events
    from oldest o
  ), old as (
    select b.org_id, b.last_number
    from counted c join public.feed_batches b on b.org_id = c.org_id and b.last_number = c.last_number
    where c.events_through - c.events < p_limit
    for update of b skip locked
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
