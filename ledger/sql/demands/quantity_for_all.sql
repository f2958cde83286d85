-- What "all" means for a line that names a document line and no quantity: going into a committed account, or shipping,
-- what the document line still wants; coming out of a committed account, what is committed to it (at the named
-- location, if one is named). With `up_to`, coming out of one means what is committed beyond what the line now wants.
-- The committed accounts are reserved, in_transit and incoming. The demand is the document line's, locked.
create or replace function kernel.quantity_for_all(p_org_id uuid, p_line kernel.line, p_demand stock_demands) returns numeric
language plpgsql stable as $$
declare
  gives_back boolean := p_line.from_account in ('reserved', 'in_transit', 'incoming');
  missing numeric := p_demand.wanted - p_demand.fulfilled;
  committed numeric;
begin
  if gives_back and not p_line.up_to then
    select coalesce(sum(c.quantity), 0) into committed from stock_commitments c
    where c.org_id = p_org_id and c.document_line_id = p_line.document_line_id and c.account = p_line.from_account
      and (p_line.from_location_id is null or c.location_id = p_line.from_location_id)
      and (p_line.from_lot_id is null or c.lot_id = p_line.from_lot_id);
    return committed;
  end if;
  if missing is null or p_line.from_account = 'reserved_then_available' then
    return missing;
  end if;
  select coalesce(sum(c.quantity), 0) into committed from stock_commitments c
  where c.org_id = p_org_id and c.document_line_id = p_line.document_line_id;
  return case when gives_back then greatest(0, committed - missing) else missing - committed end;
end $$;
