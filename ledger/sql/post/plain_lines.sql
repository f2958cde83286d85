-- Returns the lines of the postings that kernel.post_plain may post, in order; null if there are none. A line without a
-- lot means "no lot"; goods may leave it only if there is no other lot to choose from (kernel.lock_plain_levels).
create or replace function kernel.plain_lines(p_postings jsonb, p_results jsonb) returns kernel.line[]
language sql stable as $$
  select array_agg(row(l.no, coalesce(l.entry_no, 1), l.product_id, l.type, l.reason, abs(l.quantity), l.location_id, coalesce(l.lot, l.product_id),
      l.from_account, null, null, l.to_account, null, null, l.unit_cost, null, null, null, null, null, null,
      kernel.posting_locations(l.posting))::kernel.line order by l.no)
  from (
    select p.no, p.posting, j.product_id, j.type, j.reason, j.quantity, j.entry_no, j.unit_cost, m.from_account, m.to_account,
      coalesce(j.location_id, case when m.to_account = 'available' then j.to_location_id else j.from_location_id end) as location_id,
      coalesce(j.lot_id, case when m.to_account = 'available' then j.to_lot_id else j.from_lot_id end) as lot
    from jsonb_array_elements(p_postings) with ordinality as p (posting, no)
    cross join lateral jsonb_to_record(p.posting -> 'lines' -> 0) as j (product_id uuid, location_id uuid, lot_id uuid, entry_no integer,
      type text, reason text, quantity numeric, unit_cost numeric, from_account text, from_location_id uuid, from_lot_id uuid,
      to_account text, to_location_id uuid, to_lot_id uuid, document_line_id uuid, count_to numeric)
    join kernel.plain_reasons() m on m.type = j.type and m.reason is not distinct from j.reason
      and m.negative = (j.type = 'adjustment' and j.quantity < 0)
      and case when m.reason is null and m.type <> 'adjustment' then (j.from_account, j.to_account) = (m.from_account, m.to_account)
        else j.from_account is null end
    where p_results -> (p.no - 1)::integer = 'null' and jsonb_array_length(p.posting -> 'lines') = 1
      and not p.posting ? 'demands' and p.posting ->> 'happened_at' is null and p.posting ->> 'reverses_posting_id' is null
      and j.document_line_id is null and j.count_to is null
      and (j.quantity > 0 or j.type = 'adjustment' and j.quantity <> 0) and abs(j.quantity) < 1e11
      and coalesce(j.unit_cost >= 0 and j.unit_cost < 1e10 and scale(j.unit_cost) <= 4, true)
  ) l
  where l.location_id is not null
$$;
