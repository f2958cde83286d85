-- Returns the commitments that postings had to release (less on hand than was reserved): which document lines lost how
-- much, and where, per posting that released any. Such a release is a leg from reserved to available whose entry takes
-- the units further, out of available; a line that only releases reservations doesn't. Nor is it one if the entry ships
-- other units for the same document line (kernel.expired_reservations).
create or replace function kernel.released_commitments(p_legs kernel.leg[]) returns table (posting_no integer, lines jsonb)
language sql immutable as $$
  select l.posting_no, jsonb_agg(jsonb_build_object('document_line_id', l.document_line_id, 'product_id', l.product_id,
    'location_id', l.from_location_id, 'lot_id', l.from_lot_id, 'quantity', l.quantity) order by l.line_no)
  from unnest(p_legs) as l
  where l.from_account = 'reserved' and l.to_account = 'available' and exists (
    select from unnest(p_legs) as e
    where e.posting_no = l.posting_no and e.entry_no = l.entry_no and e.is_entry and e.to_account <> 'available'
      and e.document_line_id is distinct from l.document_line_id)
  group by l.posting_no
$$;
