-- Returns those endpoints of app.webhooks_to_send that the last look, which had the given snapshot and found the given
-- endpoints, may have left or not seen: with events that were numbered since then, created or turned on since then,
-- with deliveries that are due, and the given ones. Joins in loops, whatever the statistics say: the cost depends on
-- their number only. Measured with 10,000 endpoints on two very busy cores, as medians, beside app.webhooks_to_send:
-- nothing to send 1 ms (93), 100 deliveries due 2 ms (391), events of 100 organizations 4 ms (126); all 10,000 due
-- 950 ms (215). A restored dump has transactions of another cluster, above every current one: they are left out.
-- Security definer, because row-level security shows the app one organization at a time.
create or replace function app.webhooks_newly_due(p_seen pg_snapshot, p_org_ids uuid[], p_endpoint_ids uuid[])
returns table (org_id uuid, endpoint_id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
begin atomic
  with numbered as (
    select b.org_id from public.feed_batches b
    where b.xid >= pg_snapshot_xmax(p_seen) and b.xid < pg_snapshot_xmax(pg_current_snapshot())
    union
    select b.org_id from public.feed_batches b where b.xid = any (array(select pg_snapshot_xip(p_seen)))
  ), candidates as (
    select w.org_id, w.endpoint_id, false as is_due from numbered n join public.webhook_progress w on w.org_id = n.org_id
    union all
    select w.org_id, w.endpoint_id, false from public.webhook_progress w
    where w.woken_by >= pg_snapshot_xmax(p_seen) and w.woken_by < pg_snapshot_xmax(pg_current_snapshot())
    union all
    select w.org_id, w.endpoint_id, false from public.webhook_progress w
    where w.woken_by = any (array(select pg_snapshot_xip(p_seen)))
    union all
    select d.org_id, d.endpoint_id, true from public.webhook_deliveries d
    where d.delivered_at is null and d.due_at <= statement_timestamp()
    union all
    select f.org_id, f.endpoint_id, false from unnest(p_org_ids, p_endpoint_ids) as f (org_id, endpoint_id)
  )
  select c.org_id, c.endpoint_id
  from (select o.org_id, o.endpoint_id, bool_or(o.is_due) as is_due from candidates o group by o.org_id, o.endpoint_id) c
  cross join lateral (
    select from public.webhook_progress p
    join public.webhook_endpoints e on e.org_id = p.org_id and e.id = p.endpoint_id
    left join public.feed_state s on s.org_id = p.org_id
    where p.org_id = c.org_id and p.endpoint_id = c.endpoint_id
      and p.switched_off_at is null and e.paused_at is null and (c.is_due or s.newest > p.recorded_through)
    limit 1) sends;
end;
