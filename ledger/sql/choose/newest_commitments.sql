-- The reservations at some locked levels of one product, newest first: those are released when on hand falls below
-- them.
create or replace function kernel.newest_commitments(p_org_id uuid, p_product_id uuid, p_levels kernel.levels, p_candidates integer[])
returns table (level_index integer, document_line_id uuid, quantity numeric)
language plpgsql stable as $$
#variable_conflict use_column
begin
  return query
    select n.i, c.document_line_id, c.quantity
    from unnest(p_candidates) as n (i)
    join stock_commitments c on c.org_id = p_org_id and c.product_id = p_product_id and c.account = 'reserved' and c.has_units
      and c.location_id = p_levels.location_ids[n.i] and c.lot_id = p_levels.lot_ids[n.i]
    join stock_demands d on d.org_id = p_org_id and d.document_line_id = c.document_line_id
    order by d.placed_at desc, c.document_line_id desc, n.i;
end $$;
