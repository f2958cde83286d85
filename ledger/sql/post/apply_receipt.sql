-- Applies the lines of a receipt to the locked levels as kernel.apply_lines would, but reads and writes what belongs to
-- them with one statement each. It takes postings whose lines all move ordered units from `incoming`, where the
-- order's lines expect them, into `available` or `held`, each line of an order once. Returns null, with nothing
-- changed, for everything else (over-deliveries, for example), if any line would be refused, and for members who are
-- limited to locations: kernel.apply_lines decides about those.
-- One function because it is a few statements in a row over the same lines and levels.
create or replace function kernel.apply_receipt(p_org_id uuid, p_lines kernel.line[], p_levels kernel.levels) returns kernel.applied_lines
language plpgsql as $$
declare
  applied kernel.applied_lines;
  line kernel.line;
  from_indexes integer[];
  to_indexes integer[];
  unit_costs numeric[];
  balances numeric[] := p_levels.balances;
  versions bigint[] := p_levels.versions;
  incoming constant integer := kernel.balance_index('incoming');
  from_no integer;
  to_no integer;
  from_version bigint;
  account integer;
  i integer := 0;
  line_no integer := 0;
begin
  if p_lines[1].from_account is distinct from 'incoming' or p_lines[1].to_account not in ('available', 'held') then
    return null;
  end if;

  -- Found first, as sets. Joined with the tables in one step, each line would be compared with every level.
  with located as materialized (
    select l.*, f.i as from_index, t.i as to_index
    from unnest(p_lines) with ordinality as l
    join unnest(p_levels.product_ids, p_levels.location_ids, p_levels.lot_ids) with ordinality as f (product_id, location_id, lot_id, i)
      on f.product_id = l.product_id and f.location_id = l.from_location_id and f.lot_id = l.from_lot_id
    join unnest(p_levels.product_ids, p_levels.location_ids, p_levels.lot_ids) with ordinality as t (product_id, location_id, lot_id, i)
      on t.product_id = l.product_id and t.location_id = l.to_location_id and t.lot_id = l.to_lot_id
  )
  select array_agg(l.from_index order by l.ordinality), array_agg(l.to_index order by l.ordinality),
    array_agg(coalesce(l.unit_cost, p.cost_price, 0) order by l.ordinality)
  into from_indexes, to_indexes, unit_costs
  from located as l
  -- Each found by its key (offset 0): joined, PostgreSQL read half of all products again for each line.
  cross join lateral (
    select p.cost_price from products p
    where p.org_id = p_org_id and p.id = l.product_id and p.archived_at is null and l.quantity = trunc(l.quantity, p.quantity_decimals) offset 0
  ) p
  cross join lateral (
    select from locations o where o.org_id = p_org_id and o.id = l.to_location_id and o.is_active and o.hidden_at is null offset 0
  ) o
  cross join lateral (
    select d.fulfilled, d.wanted from stock_demands d
    where d.org_id = p_org_id and d.document_line_id = l.document_line_id and d.product_id = l.product_id
      and d.document_kind = 'purchase_order' offset 0
  ) d
  cross join lateral (
    select sum(c.quantity) as quantity,
      sum(c.quantity) filter (where c.account = 'incoming' and c.location_id = l.from_location_id and c.lot_id = l.from_lot_id) as expected
    from stock_commitments c
    where c.org_id = p_org_id and c.document_line_id = l.document_line_id
  ) c
  where l.from_account = 'incoming' and l.to_account in ('available', 'held') and l.type = 'in'
    and l.location_ids is null and l.count_to is null and not l.may_unreserve
    and l.quantity > 0 and l.quantity < 1e11 and coalesce(l.unit_cost >= 0 and l.unit_cost < 1e10 and scale(l.unit_cost) <= 4, true)
    and c.expected >= l.quantity and d.fulfilled + c.quantity <= d.wanted;
  if cardinality(from_indexes) is distinct from cardinality(p_lines)
    or cardinality(p_lines) > (select count(distinct l.document_line_id) from unnest(p_lines) as l) then
    return null;
  end if;

  foreach line in array p_lines loop
    i := i + 1;
    line_no := case when line.posting_no = p_lines[i - 1].posting_no then line_no + 1 else 1 end;
    from_no := from_indexes[i];
    to_no := to_indexes[i];
    account := kernel.balance_index(line.to_account);
    balances[from_no][incoming] := balances[from_no][incoming] - line.quantity;
    balances[to_no][account] := balances[to_no][account] + line.quantity;
    if balances[from_no][incoming] < 0 or balances[to_no][account] >= 1e11 then
      return null;
    end if;
    from_version := versions[from_no] + 1;
    versions[from_no] := from_version;
    versions[to_no] := versions[to_no] + 1;
    applied.legs := applied.legs || row(line.posting_no, line_no, line.entry_no, true, line.product_id, line.type, line.reason,
      line.from_account, line.from_location_id, line.from_lot_id, from_version, balances[from_no][incoming],
      line.to_account, line.to_location_id, line.to_lot_id, versions[to_no], balances[to_no][account],
      line.quantity, unit_costs[i], line.document_line_id)::kernel.leg;
  end loop;

  update stock_commitments c set quantity = c.quantity - l.quantity
  from unnest(p_lines) as l
  where c.org_id = p_org_id and c.document_line_id = l.document_line_id and c.account = 'incoming'
    and c.location_id = l.from_location_id and c.lot_id = l.from_lot_id;
  update stock_demands d set fulfilled = d.fulfilled + l.quantity
  from unnest(p_lines) as l
  where d.org_id = p_org_id and d.document_line_id = l.document_line_id;
  p_levels.balances := balances;
  p_levels.versions := versions;
  applied.levels := p_levels;
  applied.refusals := '[]';
  return applied;
end $$;
