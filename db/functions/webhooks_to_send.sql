-- Returns the endpoints with events to record or deliveries that are due. Returns ids only; each is processed inside
-- its organization's own scope. Security definer, because row-level security shows the app one organization at a time.
create or replace function app.webhooks_to_send() returns table (org_id uuid, endpoint_id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp
begin atomic
  select p.org_id, p.endpoint_id
  from public.webhook_progress p
  join public.webhook_endpoints e on e.org_id = p.org_id and e.id = p.endpoint_id and e.paused_at is null
  left join public.feed_state s on s.org_id = p.org_id
  where p.switched_off_at is null and (
    s.newest > p.recorded_through
    or exists (
      select from public.webhook_deliveries d
      where d.org_id = p.org_id and d.endpoint_id = p.endpoint_id and d.delivered_at is null and app.is_due(d.due_at)));
end;
