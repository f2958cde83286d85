-- Returns the locked levels (p_first to p_last) that one line may take units from, in order; for a limited member only
-- theirs, and those of units in transit that return to them (kernel.line_problem). The common case, one level without a
-- lot, needs no query. A named lot is used even if it has expired (kernel.line_problem refuses it where it may not
-- leave).
create or replace function kernel.candidate_levels(
  p_org_id uuid, p_line kernel.line, p_levels kernel.levels, p_first integer, p_last integer) returns integer[]
language plpgsql as $$
declare
  fitting integer[] := '{}';
begin
  for i in p_first .. p_last loop
    if (p_line.from_location_id is null or p_levels.location_ids[i] = p_line.from_location_id)
      and (p_line.location_ids is null or p_levels.location_ids[i] = any (p_line.location_ids)
        or p_line.from_account = 'in_transit' and p_line.from_location_id <> p_line.to_location_id)
      and (p_line.from_lot_id is null or p_levels.lot_ids[i] = p_line.from_lot_id) then
      fitting := fitting || i;
    end if;
  end loop;
  if cardinality(fitting) = 0 or (cardinality(fitting) = 1 and p_levels.lot_ids[fitting[1]] = p_line.product_id) then
    return fitting;
  end if;
  return kernel.picking_order(p_org_id, p_levels, fitting, case when p_line.from_lot_id is null then p_line.expired else 'any' end);
end $$;
