-- Returns how much work commits have left in each queue, and for how long the oldest has waited: what an operator must
-- know across organizations (GET /metrics). Counts only. Webhooks that are paused or turned off wait on purpose.
create or replace function app.backlogs() returns table (queue text, waiting bigint, oldest_seconds double precision)
language sql stable security definer set search_path = pg_catalog, public, pg_temp
begin atomic
  select q.queue, q.waiting, coalesce(greatest(extract(epoch from clock_timestamp() - q.oldest), 0), 0)::double precision
  from (
    select 'outbox', count(*), min(o.created_at) from public.outbox o
    union all
    select 'mails', count(*), min(m.requested_at) from auth.mails m where m.due_at is not null
    union all
    select 'push', count(*), min(p.created_at) from auth.push_messages p
    union all
    -- A delivery is as old as its event, which was numbered with others of its batch.
    select 'webhooks', coalesce(sum(w.waiting), 0), min(b.numbered_at)
    from (
      select d.org_id, count(*) as waiting, min(d.number) as first_number
      from public.webhook_deliveries d
      join public.webhook_endpoints e on e.org_id = d.org_id and e.id = d.endpoint_id and e.paused_at is null
      join public.webhook_progress p
        on p.org_id = d.org_id and p.endpoint_id = d.endpoint_id and p.switched_off_at is null
      where d.delivered_at is null
      group by d.org_id, d.endpoint_id
    ) as w
    left join lateral (
      select f.numbered_at from public.feed_batches f
      where f.org_id = w.org_id and f.last_number >= w.first_number order by f.last_number limit 1
    ) as b on true
  ) as q (queue, waiting, oldest);
end;
