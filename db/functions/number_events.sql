-- Numbers the organization's events that committed since the last pass, in the order of the sequence numbers they drew
-- under their locks. Returns how many, or null if another process is doing it. An event is new if the last pass's
-- snapshot didn't see it and this statement's does: its transaction ran at that time or later. Nothing waits for a
-- running transaction, and no event is read twice. A transaction that waited for another's lock is never visible
-- without it, so an event is never numbered before the one it follows (docs/decisions/0310). p_place names the folder
-- of the database, if known. In another history or place, events numbered earlier can no longer be requested, and new
-- numbers start above every number that could have been assigned meanwhile: a hundred per millisecond since 2026.
create or replace function app.number_events(p_org_id uuid, p_place text) returns integer
language plpgsql security definer set search_path = pg_catalog, public, pg_temp
set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  batch_events constant integer := 1000;
  present constant text := app.feed_history() || ' ' || p_place;
  state feed_state;
  base bigint;
  numbered integer;
begin
  perform kernel.require_organization(p_org_id);
  -- An organization that is being removed has no further events and gets no new rows.
  perform 1 from organizations o where o.org_id = p_org_id for key share;
  if not found then
    return 0;
  end if;
  if not exists (select from feed_state s where s.org_id = p_org_id) then
    insert into feed_state (org_id, snapshot, history) values (p_org_id, '1:1:', present) on conflict do nothing;
  end if;
  select * into state from feed_state s where s.org_id = p_org_id for no key update skip locked;
  if not found then
    return null;
  end if;

  if state.history <> present then
    base := greatest(state.newest, (extract(epoch from clock_timestamp() - timestamptz '2026-01-01 00:00:00+00') * 100000)::bigint);
    with added as (
      insert into feed_batches (org_id, first_number, last_number, xids, places)
      select p_org_id, base + min(n.no), base + max(n.no), array_agg(n.xid order by n.no), array_agg(n.place order by n.no)
      from (
        select e.xid, e.place, row_number() over (order by e.place) as no
        from feed_events e
        where e.org_id = p_org_id and not exists (
          select from feed_batches b cross join unnest(b.xids, b.places) as k (xid, place)
          where b.org_id = p_org_id and k.xid = e.xid and k.place = e.place)
      ) n
      group by (n.no - 1) / batch_events
      returning cardinality(places) as events
    )
    update feed_state s
    set newest = base + c.events, forgotten = base, snapshot = pg_current_snapshot(), history = present
    from (select coalesce(sum(a.events), 0) as events from added a) c
    where s.org_id = p_org_id
    returning c.events into numbered;
    return numbered;
  end if;

  with added as (
    insert into feed_batches (org_id, first_number, last_number, xids, places)
    select p_org_id, state.newest + min(n.no), state.newest + max(n.no), array_agg(n.xid order by n.no), array_agg(n.place order by n.no)
    from (
      select e.xid, e.place, row_number() over (order by e.place) as no
      from (
        select l.xid, l.place from feed_events l where l.org_id = p_org_id and l.xid >= pg_snapshot_xmax(state.snapshot)
        union all
        select r.xid, r.place
        from pg_snapshot_xip(state.snapshot) as running (xid)
        join feed_events r on r.org_id = p_org_id and r.xid = running.xid
      ) e
    ) n
    group by (n.no - 1) / batch_events
    returning cardinality(places) as events
  )
  update feed_state s
  set newest = s.newest + c.events, snapshot = pg_current_snapshot()
  from (select coalesce(sum(a.events), 0) as events from added a) c
  where s.org_id = p_org_id and c.events > 0
  returning c.events into numbered;
  return coalesce(numbered, 0);
end $$;
