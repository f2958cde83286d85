-- Applies lines that reserve what is available for existing sales order lines (kernel.fill_backorders) to the locked
-- levels as kernel.apply_lines would, but reads and writes what belongs to them with one statement each. It takes
-- postings whose lines all go from `available` into `reserved` with `up_to` and without a quantity or a destination,
-- each line of an order once. Returns null, with nothing changed, for everything else (a line that releases an expired
-- lot, for example), if any line would be refused, and for members who are limited to locations: kernel.apply_lines
-- decides about those.
-- One function because its loop changes the levels that the next line takes units from.
create or replace function kernel.apply_reservations(p_org_id uuid, p_lines kernel.line[], p_levels kernel.levels) returns kernel.applied_lines
language plpgsql as $$
declare
  applied kernel.applied_lines;
  line kernel.line;
  short_by numeric[];
  unit_costs numeric[];
  balances numeric[] := p_levels.balances;
  versions bigint[] := p_levels.versions;
  legs kernel.leg[] := '{}';
  product_id uuid;
  posting_no integer;
  first_no integer;
  last_no integer;
  left_over numeric;
  remaining numeric;
  taken numeric;
  line_no integer;
  place integer := 0;
  i integer;
begin
  if (p_lines[1].from_account, p_lines[1].to_account) is distinct from ('available', 'reserved') then
    return null;
  end if;

  select array_agg(d.wanted - d.fulfilled - c.quantity order by l.ordinality), array_agg(coalesce(p.cost_price, 0) order by l.ordinality)
  into short_by, unit_costs
  from unnest(p_lines) with ordinality as l
  -- Each found by its key (offset 0), as in kernel.apply_receipt.
  cross join lateral (
    select p.cost_price from products p where p.org_id = p_org_id and p.id = l.product_id and p.archived_at is null offset 0
  ) p
  cross join lateral (
    select d.wanted, d.fulfilled from stock_demands d
    where d.org_id = p_org_id and d.document_line_id = l.document_line_id and d.product_id = l.product_id
      and d.document_kind = 'sales_order' and (d.location_id is null or d.location_id = l.from_location_id) offset 0
  ) d
  cross join lateral (
    select coalesce(sum(c.quantity), 0) as quantity from stock_commitments c
    where c.org_id = p_org_id and c.document_line_id = l.document_line_id
  ) c
  where l.from_account = 'available' and l.to_account = 'reserved' and l.up_to and l.expired = 'never'
    and l.quantity is null and l.count_to is null and l.type is null and l.reason is null and l.unit_cost is null
    and l.from_lot_id is null and l.to_location_id is null and l.to_lot_id is null and l.location_ids is null;
  if cardinality(short_by) is distinct from cardinality(p_lines)
    or cardinality(p_lines) > (select count(distinct l.document_line_id) from unnest(p_lines) as l) then
    return null;
  end if;

  foreach line in array p_lines loop
    place := place + 1;
    if product_id is distinct from line.product_id then
      product_id := line.product_id;
      first_no := kernel.first_level_index(p_levels, product_id);
      last_no := kernel.last_level_index(p_levels, product_id, first_no);
      left_over := 0;
      for n in first_no .. last_no loop
        left_over := left_over + balances[n][1];
      end loop;
    end if;
    if posting_no is distinct from line.posting_no then
      posting_no := line.posting_no;
      line_no := 0;
    end if;
    remaining := short_by[place];
    continue when remaining <= 0 or left_over = 0;

    -- The order of several levels depends on what the lines before have left in them.
    if first_no < last_no then
      p_levels.balances := balances;
    end if;
    foreach i in array kernel.candidate_levels(p_org_id, line, p_levels, first_no, last_no) loop
      taken := least(balances[i][1], remaining);
      continue when taken = 0;
      remaining := remaining - taken;
      left_over := left_over - taken;
      balances[i][1] := balances[i][1] - taken;
      balances[i][2] := balances[i][2] + taken;
      if balances[i][2] >= 1e11 then
        return null;
      end if;
      versions[i] := versions[i] + 2;
      line_no := line_no + 1;
      legs := legs || row(posting_no, line_no, line.entry_no, true, product_id, 'commitment', null,
        'available', p_levels.location_ids[i], p_levels.lot_ids[i], versions[i] - 1, balances[i][1],
        'reserved', p_levels.location_ids[i], p_levels.lot_ids[i], versions[i], balances[i][2],
        taken, unit_costs[place], line.document_line_id)::kernel.leg;
    end loop;
  end loop;

  insert into stock_commitments as c (org_id, document_line_id, account, product_id, location_id, lot_id, quantity)
  select p_org_id, l.document_line_id, 'reserved', l.product_id, l.to_location_id, l.to_lot_id, l.quantity from unnest(legs) as l
  on conflict (org_id, document_line_id, account, location_id, lot_id) do update set quantity = c.quantity + excluded.quantity;
  p_levels.balances := balances;
  p_levels.versions := versions;
  applied.levels := p_levels;
  applied.legs := legs;
  applied.refusals := '[]';
  return applied;
end $$;
