-- Writes the postings of kernel.post_group, one leg each, and returns its answers. It writes the same rows as
-- kernel.write_postings in fewer statements, because only `available` changes, now, and the changes are already known
-- per level (docs/decisions/0010). A group that would begin in one month and end in the next begins in the next, so
-- that all of its postings count in one month.
-- One function because all rows of a posting are written with one statement.
create or replace function kernel.write_plain(
  p_org_id uuid, p_user_ids uuid[], p_postings jsonb, p_levels kernel.plain_levels, p_legs kernel.leg[]) returns jsonb
language plpgsql as $$
declare
  postings integer := jsonb_array_length(p_postings);
  first timestamptz := greatest(app.now(), p_levels.newest + interval '1 microsecond');
  this_month date := date_trunc('month', (first + postings * interval '1 microsecond') at time zone 'UTC')::date;
  results jsonb[];
  after record;
begin
  first := greatest(first, this_month::timestamp at time zone 'UTC');

  with leg as materialized (
    select l.*, p.posting, p.id, p.recorded_at, jsonb_build_object('posting_id', p.id, 'happened_at', p.recorded_at,
      'recorded_at', p.recorded_at, 'movements', 1, 'released', '[]'::jsonb) as result
    from (
      select i.no, i.posting, (i.posting ->> 'id')::uuid as id, first + (i.no - 1) * interval '1 microsecond' as recorded_at
      from jsonb_array_elements(p_postings) with ordinality as i (posting, no)
    ) p
    join unnest(p_legs) as l on l.posting_no = p.no
    order by l.posting_no
  ), level as (
    update stock_levels s
    set available = c.available, version = c.version, last_recorded_at = first + (c.posting_no - 1) * interval '1 microsecond'
    from unnest(p_levels.product_ids, p_levels.location_ids, p_levels.lot_ids, p_levels.availables, p_levels.versions, p_levels.posting_nos)
      as c (product_id, location_id, lot_id, available, version, posting_no)
    where s.org_id = p_org_id and s.product_id = c.product_id and s.location_id = c.location_id and s.lot_id = c.lot_id
      and c.posting_no is not null
  ), level_month as (
    insert into stock_months as m (org_id, product_id, location_id, lot_id, account, month, happened, recorded)
    select p_org_id, c.product_id, c.location_id, c.lot_id, 'available', this_month, c.change, c.change
    from unnest(p_levels.product_ids, p_levels.location_ids, p_levels.lot_ids, p_levels.changes, p_levels.posting_nos)
      as c (product_id, location_id, lot_id, change, posting_no)
    where c.posting_no is not null
    on conflict (org_id, product_id, location_id, lot_id, account, month)
    do update set happened = m.happened + excluded.happened, recorded = m.recorded + excluded.recorded
  ), posting as (
    insert into stock_postings (org_id, id, kind, source_kind, source_id, notes, metadata, user_id, user_reference, result,
      happened_at, recorded_at)
    select p_org_id, l.id, l.posting ->> 'kind', l.posting ->> 'source_kind', (l.posting ->> 'source_id')::uuid, l.posting ->> 'notes',
      coalesce(l.posting -> 'metadata', '{}'), p_user_ids[l.posting_no], coalesce(l.posting ->> 'user_reference', 'unknown'), l.result,
      l.recorded_at, l.recorded_at
    from leg l
  ), event as (
    insert into feed_events (org_id, type, object_id, recorded_at) select p_org_id, 'stock.posted', l.id, l.recorded_at from leg l
  ), notified as (
    insert into outbox (org_id, kind, payload)
    select p_org_id, 'notifications', jsonb_build_object('found', 'transaction', 'posting_id', l.id)
    from leg l
    where kernel.is_by_hand(l.posting ->> 'kind', l.posting ->> 'source_kind', p_user_ids[l.posting_no]) and not app.is_quiet()
      and exists (select from members m where m.org_id = p_org_id and m.user_id <> p_user_ids[l.posting_no])
  ), movement as (
    insert into stock_movements (org_id, posting_id, line_no, entry_no, is_entry, product_id, type, reason,
      from_account, from_location_id, from_lot_id, from_version, from_balance,
      to_account, to_location_id, to_lot_id, to_version, to_balance, quantity, unit_cost, happened_at, recorded_at)
    select p_org_id, l.id, l.line_no, l.entry_no, l.is_entry, l.product_id, l.type, l.reason,
      l.from_account, l.from_location_id, l.from_lot_id, l.from_version, l.from_balance,
      l.to_account, l.to_location_id, l.to_lot_id, l.to_version, l.to_balance, l.quantity, l.unit_cost, l.recorded_at, l.recorded_at
    from leg l
  )
  select array_agg(l.result order by n) into results
  from generate_series(1, postings) as n
  left join leg l on l.posting_no = n;

  after := kernel.add_plain_totals(p_org_id, p_levels, this_month);
  if kernel.keeps_location_sets(p_org_id) then
    perform kernel.count_at_location_sets(p_org_id, p_levels.product_ids, p_levels.location_ids, p_levels.changes);
  end if;
  perform app.note_low_locations(p_org_id, array_agg(r.product_id), array_agg(r.location_id))
  from (
    select distinct r.product_id, r.location_id
    from unnest(p_levels.product_ids, p_levels.location_ids, p_levels.posting_nos) as c (product_id, location_id, posting_no)
    join stock_rules r on r.org_id = p_org_id and r.product_id = c.product_id and r.location_id = c.location_id
    where c.posting_no is not null
  ) r
  having count(*) > 0;

  -- A posting's figures are the final ones minus the changes of the postings after it.
  return (
    select jsonb_agg(case when results[n] is not null then jsonb_build_object('result', results[n], 'on_hand', t.on_hand - l.later,
      'available', t.available - l.later, 'held', t.held) end order by n)
    from generate_series(1, postings) as n
    left join (
      select l.posting_no, l.product_id, coalesce(sum(case when l.to_account = 'available' then l.quantity else -l.quantity end) over (
        partition by l.product_id order by l.posting_no rows between 1 following and unbounded following), 0) as later
      from unnest(p_legs) as l
    ) l on l.posting_no = n
    left join unnest(after.product_ids, after.on_hand, after.available, after.held) as t (product_id, on_hand, available, held)
      on t.product_id = l.product_id);
end $$;
