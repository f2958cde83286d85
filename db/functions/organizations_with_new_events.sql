-- Returns the organizations with events that have no number yet and that the given snapshot didn't see: of transactions
-- that were running then or began later. Joins in loops, so that the cost depends on the number of these events only.
-- Returns ids only; each is processed inside its own scope. Security definer, because row-level security shows the app
-- one organization at a time.
create or replace function app.organizations_with_new_events(p_seen pg_snapshot) returns table (org_id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
begin atomic
  select distinct n.org_id
  from (
    select e.org_id, e.xid from public.feed_events e where e.xid >= pg_snapshot_xmax(p_seen)
    union all
    select e.org_id, e.xid
    from pg_snapshot_xip(p_seen) as running (xid)
    join public.feed_events e on e.xid = running.xid
  ) n
  where not coalesce(
    pg_visible_in_snapshot(n.xid, (select s.snapshot from public.feed_state s where s.org_id = n.org_id)), false);
end;
