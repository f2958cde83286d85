-- Returns the organizations with events that have no number yet. Visits every organization, so it is for the first look
-- and rare ones after it (app.organizations_with_new_events). Returns ids only; each is processed inside its own
-- scope. Security definer, because row-level security shows the app one organization at a time.
create or replace function app.organizations_with_events() returns table (org_id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp
set enable_seqscan = off
begin atomic
  select o.org_id
  from public.organizations o
  left join public.feed_state s on s.org_id = o.org_id
  where exists (
      select from public.feed_events e
      where e.org_id = o.org_id and e.xid >= coalesce(pg_snapshot_xmax(s.snapshot), '1'))
    or exists (
      select from pg_snapshot_xip(s.snapshot) as running (xid)
      join public.feed_events e on e.org_id = o.org_id and e.xid = running.xid);
end;
