-- The steps that release what a line has reserved in lots that have expired since, among the locked levels p_first to
-- p_last of its product: it can't be shipped, and while it counts as reserved, the line couldn't take other units
-- instead. For a limited member, only at their locations.
create or replace function kernel.expired_reservations(
  p_org_id uuid, p_line kernel.line, p_levels kernel.levels, p_first integer, p_last integer) returns kernel.step[]
language plpgsql stable as $$
declare
  in_lots integer[] := '{}';
begin
  for i in p_first .. p_last loop
    if p_levels.lot_ids[i] <> p_levels.product_ids[i] and p_levels.balances[i][kernel.balance_index('reserved')] > 0
      and (p_line.location_ids is null or p_levels.location_ids[i] = any (p_line.location_ids)) then
      in_lots := in_lots || i;
    end if;
  end loop;
  if in_lots = '{}' then
    return '{}';
  end if;
  return array(
    select row(n.i, 'reserved', 'available', c.quantity, p_line.document_line_id, true, false)::kernel.step
    from unnest(in_lots) as n (i)
    join organizations g on g.org_id = p_org_id
    join lots t on t.org_id = p_org_id and t.product_id = p_levels.product_ids[n.i] and t.id = p_levels.lot_ids[n.i]
      and t.expires_on < (now() at time zone g.time_zone)::date
    join stock_commitments c on c.org_id = p_org_id and c.document_line_id = p_line.document_line_id and c.account = 'reserved'
      and c.location_id = p_levels.location_ids[n.i] and c.lot_id = p_levels.lot_ids[n.i] and c.has_units
    order by n.i);
end $$;
