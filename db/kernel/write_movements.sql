-- Writes postings and their movements, complete, and adds them to the monthly sums. Answers the results with those of fresh postings
-- filled in: {posting_id, happened_at, recorded_at, movements, released: [{document_line_id, product_id, location_id, lot_id, quantity}]}.
-- Legs come in order of their postings. A posting that found nothing to move leaves no row.
create or replace function kernel.write_movements(
  p_org_id uuid, p_user_id uuid, p_postings jsonb, p_results jsonb, p_legs kernel.leg[], p_recorded timestamptz) returns jsonb
language plpgsql as $$
declare
  posting jsonb;
  result jsonb;
  leg kernel.leg;
  legs kernel.leg[];
  happened timestamptz;
  next_no integer := 1;
  first_no integer;
begin
  for i in 1 .. jsonb_array_length(p_postings) loop
    continue when p_results -> i - 1 <> 'null';
    posting := p_postings -> i - 1;
    first_no := next_no;
    while p_legs[next_no].posting_no = i loop
      next_no := next_no + 1;
    end loop;
    if next_no = first_no then
      p_results := jsonb_set(p_results, array[(i - 1)::text], kernel.empty_result((posting ->> 'id')::uuid));
      continue;
    end if;
    legs := p_legs[first_no:next_no - 1];
    happened := coalesce((posting ->> 'happened_at')::timestamptz, p_recorded);
    result := jsonb_build_object('posting_id', posting -> 'id', 'happened_at', happened, 'recorded_at', p_recorded,
      'movements', cardinality(legs), 'released', kernel.released(legs));
    p_results := jsonb_set(p_results, array[(i - 1)::text], result);

    insert into stock_postings (org_id, id, kind, source_kind, source_id, notes, metadata, user_id, user_reference, result,
      happened_at, recorded_at, reverses_posting_id)
    values (p_org_id, (posting ->> 'id')::uuid, posting ->> 'kind', posting ->> 'source_kind', (posting ->> 'source_id')::uuid,
      posting ->> 'notes', coalesce(posting -> 'metadata', '{}'), p_user_id, coalesce(posting ->> 'user_reference', 'unknown'), result,
      happened, p_recorded, (posting ->> 'reverses_posting_id')::uuid);
    insert into stock_movements (org_id, posting_id, line_no, entry_no, is_entry, product_id, type, reason,
      from_account, from_location_id, from_lot_id, from_version, from_balance,
      to_account, to_location_id, to_lot_id, to_version, to_balance, quantity, unit_cost, document_line_id, happened_at, recorded_at)
    select p_org_id, (posting ->> 'id')::uuid, l.line_no, l.entry_no, l.is_entry, l.product_id, l.type, l.reason,
      l.from_account, l.from_location_id, l.from_lot_id, l.from_version, l.from_balance,
      l.to_account, l.to_location_id, l.to_lot_id, l.to_version, l.to_balance, l.quantity, l.unit_cost, l.document_line_id, happened, p_recorded
    from unnest(legs) as l;
    foreach leg in array legs loop
      perform kernel.add_to_months(p_org_id, leg.product_id, leg.from_location_id, leg.from_lot_id, leg.from_account, -leg.quantity, happened, p_recorded);
      perform kernel.add_to_months(p_org_id, leg.product_id, leg.to_location_id, leg.to_lot_id, leg.to_account, leg.quantity, happened, p_recorded);
      perform kernel.add_to_product_months(p_org_id, leg.product_id, leg.from_account, leg.to_account, leg.quantity, happened, p_recorded);
    end loop;
  end loop;
  return p_results;
end $$;
