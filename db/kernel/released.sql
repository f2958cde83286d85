-- The promises a posting had to break (reality below what was reserved): which lines lost how much where, for the answer. A release is
-- a commitment leg that does not stand for its entry, and an exit always follows it.
create or replace function kernel.released(p_legs kernel.leg[]) returns jsonb
language plpgsql immutable as $$
begin
  if cardinality(p_legs) = 1 then
    return '[]';
  end if;
  return coalesce((
    select jsonb_agg(jsonb_build_object('document_line_id', l.document_line_id, 'product_id', l.product_id,
      'location_id', l.from_location_id, 'lot_id', l.from_lot_id, 'quantity', l.quantity) order by l.line_no)
    from unnest(p_legs) l
    where l.from_account = 'reserved' and l.to_account = 'available' and exists (
      select from unnest(p_legs) e where e.entry_no = l.entry_no and e.is_entry and e.to_account <> 'available')), '[]');
end $$;
