-- Writes postings and their movements, complete, and adds them to the monthly sums. Returns the results, including
-- those of new postings: {posting_id, happened_at, recorded_at, movements, released: [{document_line_id, product_id,
-- location_id, lot_id, quantity}]}. Postings are written in their order, which is that of their events. A posting that
-- moved nothing leaves no row. Of the legs that may represent an entry in the history, the first one does.
create or replace function kernel.write_movements(
  p_org_id uuid, p_user_ids uuid[], p_postings jsonb, p_results jsonb, p_legs kernel.leg[], p_recorded timestamptz[]) returns jsonb
language plpgsql as $$
declare
  ids uuid[];
  happened timestamptz[];
  results jsonb;
begin
  select array_agg(p.id order by p.no), array_agg(p.happened_at order by p.no),
    jsonb_agg(case
      when r.result <> 'null' then r.result
      when l.legs is null then kernel.empty_result(p.id)
      else jsonb_build_object('posting_id', p.id, 'happened_at', p.happened_at, 'recorded_at', p_recorded[p.no],
        'movements', l.legs, 'released', coalesce(b.lines, '[]')) end order by p.no)
  into ids, happened, results
  from (
    select i.no, (i.posting ->> 'id')::uuid as id, coalesce((i.posting ->> 'happened_at')::timestamptz, p_recorded[i.no]) as happened_at
    from jsonb_array_elements(p_postings) with ordinality as i (posting, no)
  ) p
  join jsonb_array_elements(p_results) with ordinality as r (result, no) on r.no = p.no
  left join (select posting_no, count(*) as legs from unnest(p_legs) group by posting_no) l on l.posting_no = p.no
  left join kernel.released_commitments(p_legs) b on b.posting_no = p.no;

  with posted as (
    insert into stock_postings (org_id, id, kind, source_kind, source_id, notes, metadata, user_id, user_reference, result,
      happened_at, recorded_at, reverses_posting_id)
    select p_org_id, ids[p.no], p.posting ->> 'kind', p.posting ->> 'source_kind', (p.posting ->> 'source_id')::uuid,
      p.posting ->> 'notes', coalesce(p.posting -> 'metadata', '{}'), p_user_ids[p.no], coalesce(p.posting ->> 'user_reference', 'unknown'),
      r.result, happened[p.no], p_recorded[p.no], (p.posting ->> 'reverses_posting_id')::uuid
    from jsonb_array_elements(p_postings) with ordinality as p (posting, no)
    join jsonb_array_elements(results) with ordinality as r (result, no) on r.no = p.no
    where p.no in (select posting_no from unnest(p_legs))
    order by p.no
    returning id, kind, source_kind, user_id, recorded_at
  ), notified as (
    insert into outbox (org_id, kind, payload)
    select p_org_id, 'notifications', jsonb_build_object('found', 'transaction', 'posting_id', p.id)
    from posted p
    where kernel.is_by_hand(p.kind, p.source_kind, p.user_id) and not app.is_quiet()
      and exists (select from members m where m.org_id = p_org_id and m.user_id <> p.user_id)
  )
  insert into feed_events (org_id, type, object_id, recorded_at)
  select p_org_id, 'stock.posted', p.id, p.recorded_at from posted p;

  insert into stock_movements (org_id, posting_id, line_no, entry_no, is_entry, product_id, type, reason,
    from_account, from_location_id, from_lot_id, from_version, from_balance,
    to_account, to_location_id, to_lot_id, to_version, to_balance, quantity, unit_cost, document_line_id, happened_at, recorded_at)
  select p_org_id, ids[l.posting_no], l.line_no, l.entry_no,
    l.is_entry and l.line_no = min(l.line_no) filter (where l.is_entry) over (partition by l.posting_no, l.entry_no),
    l.product_id, l.type, l.reason,
    l.from_account, l.from_location_id, l.from_lot_id, l.from_version, l.from_balance,
    l.to_account, l.to_location_id, l.to_lot_id, l.to_version, l.to_balance, l.quantity, l.unit_cost, l.document_line_id,
    happened[l.posting_no], p_recorded[l.posting_no]
  from unnest(p_legs) as l;

  if p_legs <> '{}' then
    perform kernel.write_months(p_org_id, p_legs, happened, p_recorded);
  end if;
  return results;
end $$;
