-- The general path: applies postings, all of them or none, and returns one result per posting, in order. A posting is
--   {id, kind, source_kind?, source_id?, notes?, metadata?, user_reference?, happened_at?, reverses_posting_id?,
--    location_ids?, demands?, lines}
-- with lines as in kernel.read_lines and demands as in kernel.read_demands.
-- Guarantees: an existing posting id changes nothing and returns its first result (with different content:
-- idempotency_key_reused); balances never go below zero at any step; movements, levels, months, commitments and totals
-- change in this one statement.
-- Locks, after the posting keys that the caller claimed: the organization if a posting has a given time (happened_at),
-- then kernel.lock_levels, then totals by product id. With p_collect, every refusal is returned and the caller rolls
-- back; otherwise the first one is raised. recorded_at is the current time, always later than the last recorded time of
-- the levels: versions define the order, even if the clock steps back.
-- Internal: its callers check the organization and claim the ids (p_results: null for each new posting).
create or replace function kernel.apply_postings(p_org_id uuid, p_user_id uuid, p_postings jsonb, p_results jsonb, p_collect boolean) returns jsonb
language plpgsql as $$
declare
  results jsonb := p_results;
  lines kernel.line[] := kernel.read_lines(p_org_id, p_postings, results);
  demands kernel.demand[] := kernel.read_demands(p_postings, results);
  locked record;
  applied kernel.applied_lines;
  backorders kernel.backorder[];
  refusals jsonb := '[]';
  user_ids uuid[] := array_fill(p_user_id, array[jsonb_array_length(p_postings)]);
begin
  if lines = '{}' and demands is null then
    return case when p_collect then refusals else kernel.write_movements(p_org_id, user_ids, p_postings, results, '{}', '{}') end;
  end if;
  if jsonb_path_exists(p_postings, '$[*].happened_at ? (@ != null)') then
    refusals := kernel.check_dates(p_org_id, p_postings);
  end if;
  locked := kernel.lock_levels(p_org_id, lines, demands);
  applied := coalesce(kernel.apply_receipt(p_org_id, lines, locked.levels), kernel.apply_arrivals(p_org_id, lines, locked.levels),
    kernel.apply_reservations(p_org_id, lines, locked.levels));
  if applied is null then
    applied := kernel.apply_lines(p_org_id, lines, locked.levels);
  end if;
  refusals := refusals || locked.refusals || applied.refusals;
  if demands is not null then
    refusals := refusals || kernel.overcommitted_demands(p_org_id, demands);
    backorders := locked.backorders || kernel.settle_demands(p_org_id, demands);
    refusals := refusals || kernel.closed_demands(p_org_id, demands);
  end if;
  if p_collect then
    return refusals;
  end if;
  if refusals <> '[]' then
    perform kernel.refuse(refusals -> 0 ->> 'code', (refusals -> 0 -> 'detail')
      || jsonb_build_object('posting_no', refusals -> 0 -> 'posting_no', 'entry_no', refusals -> 0 -> 'entry_no'));
  end if;

  results := kernel.write_postings(p_org_id, user_ids, p_postings, results, applied.levels, applied.legs, backorders);
  if demands is not null then
    perform kernel.queue_missed_stock(p_org_id, applied.levels, array_agg(d.product_id), array_agg(d.location_id))
    from unnest(demands) as d where d.document_kind = 'sales_order' having count(*) > 0;
  end if;
  return results;
end $$;
