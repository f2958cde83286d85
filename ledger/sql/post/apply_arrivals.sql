-- Applies lines to the locked levels as kernel.apply_lines would, but reads their products with one statement. It takes
-- lines that all bring units from outside into `available`, without a document, in the order of their products: the
-- opening stock of an import, hundreds at a time. Returns null, with nothing changed, for everything else, if any line
-- would be refused, and for members who are limited to locations: kernel.apply_lines decides about those.
-- One function because it is one statement and one loop over the same lines and levels.
create or replace function kernel.apply_arrivals(p_org_id uuid, p_lines kernel.line[], p_levels kernel.levels) returns kernel.applied_lines
language plpgsql as $$
declare
  applied kernel.applied_lines;
  line kernel.line;
  unit_costs numeric[];
  product_ids uuid[] := p_levels.product_ids;
  location_ids uuid[] := p_levels.location_ids;
  lot_ids uuid[] := p_levels.lot_ids;
  balances numeric[] := p_levels.balances;
  versions bigint[] := p_levels.versions;
  legs kernel.leg[] := '{}';
  line_nos integer[] := '{}';
  i integer := 0;
  k integer := 1;
begin
  if kernel.is_outside_account(p_lines[1].from_account) is not true then
    return null;
  end if;
  select array_agg(coalesce(l.unit_cost, p.cost_price, 0) order by l.ordinality) into unit_costs
  from unnest(p_lines) with ordinality as l
  join products p on p.org_id = p_org_id and p.id = l.product_id and p.archived_at is null
    and l.quantity = trunc(l.quantity, p.quantity_decimals)
  join locations o on o.org_id = p_org_id and o.id = l.to_location_id and o.is_active and o.hidden_at is null
  where kernel.is_outside_account(l.from_account) and l.to_account = 'available' and coalesce(l.type, 'in') in ('in', 'adjustment')
    and l.from_location_id is null and l.from_lot_id is null and l.document_line_id is null and l.location_ids is null and l.count_to is null
    and l.quantity > 0 and l.quantity < 1e11 and coalesce(l.unit_cost >= 0 and l.unit_cost < 1e10 and scale(l.unit_cost) <= 4, true);
  if cardinality(unit_costs) is distinct from cardinality(p_lines) then
    return null;
  end if;

  foreach line in array p_lines loop
    -- Lines and levels are in the same order. Joined as sets, each line would be compared with each level.
    while product_ids[k] < line.product_id loop
      k := k + 1;
    end loop;
    if (product_ids[k], location_ids[k], lot_ids[k]) is distinct from (line.product_id, line.to_location_id, line.to_lot_id)
      or balances[k][1] + line.quantity >= 1e11 then
      return null;
    end if;
    i := i + 1;
    balances[k][1] := balances[k][1] + line.quantity;
    versions[k] := versions[k] + 1;
    line_nos[line.posting_no] := coalesce(line_nos[line.posting_no], 0) + 1;
    legs := legs || row(line.posting_no, line_nos[line.posting_no], line.entry_no, true, line.product_id,
      kernel.movement_type(line.type, line.from_account, line.to_account, null), line.reason, line.from_account, null, null, null, null,
      line.to_account, line.to_location_id, line.to_lot_id, versions[k], balances[k][1], line.quantity, unit_costs[i], null)::kernel.leg;
  end loop;

  p_levels.balances := balances;
  p_levels.versions := versions;
  applied.levels := p_levels;
  applied.legs := legs;
  applied.refusals := '[]';
  return applied;
end $$;
