-- The lines that undo a posting: last movement first, ends swapped, without legs between available and reserved; null
-- if none is left.
create or replace function kernel.reversed_lines(p_org_id uuid, p_posting_id uuid) returns jsonb
language plpgsql stable as $$
begin
  return (
    select jsonb_agg(jsonb_build_object('entry_no', m.entry_no, 'product_id', m.product_id, 'type', kernel.reversed_type(m.type), 'reason', m.reason,
      'from_account', m.to_account, 'from_location_id', m.to_location_id, 'from_lot_id', m.to_lot_id,
      'to_account', m.from_account, 'to_location_id', m.from_location_id, 'to_lot_id', m.from_lot_id,
      'quantity', m.quantity, 'unit_cost', m.unit_cost, 'document_line_id', m.document_line_id) order by m.line_no desc)
    from stock_movements m
    where m.org_id = p_org_id and m.posting_id = p_posting_id
      and not (m.from_account in ('available', 'reserved') and m.to_account in ('available', 'reserved') and m.from_account <> m.to_account));
end $$;
