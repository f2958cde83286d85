-- Applies lines in order to the locked levels and decides every leg, so that no balance goes below zero at any step.
-- Changes nothing in the tables except commitments (kernel.commit_units) and the fulfilled quantities of demands; the
-- caller writes the rest from what this returns. A line that can't be applied returns a refusal and is skipped for the
-- lines after it.
-- One function because its loop changes the levels and demands that the next line reads; passed to functions, they
-- would be copied.
create or replace function kernel.apply_lines(p_org_id uuid, p_lines kernel.line[], p_levels kernel.levels) returns kernel.applied_lines
language plpgsql as $$
declare
  applied kernel.applied_lines;
  line kernel.line;
  product products;
  step kernel.step;
  plan kernel.plan;
  leg kernel.leg;
  balances numeric[] := p_levels.balances;
  versions bigint[] := p_levels.versions;
  demands stock_demands[];
  document_line_ids uuid[];
  demand_no integer;
  demand stock_demands;
  legs kernel.leg[] := '{}';
  line_nos integer[] := '{}';
  first_no integer;
  last_no integer;
  from_no integer;
  to_no integer;
  account integer;
  problem text;
  refusal jsonb;
begin
  applied.refusals := '[]';
  select array_agg(d), array_agg(d.document_line_id) into demands, document_line_ids
  from stock_demands d
  where d.org_id = p_org_id and d.document_line_id = any (array(
    select l.document_line_id from unnest(p_lines) as l where l.document_line_id is not null));
  <<lines>>
  foreach line in array p_lines loop
    if product.id is distinct from line.product_id then
      select * into product from products where org_id = p_org_id and id = line.product_id;
      first_no := kernel.first_level_index(p_levels, line.product_id);
      last_no := kernel.last_level_index(p_levels, line.product_id, first_no);
    end if;
    problem := kernel.line_problem(p_org_id, line, product);
    if problem is not null then
      applied.refusals := applied.refusals || kernel.refusal(p_org_id, line, problem);
      continue;
    end if;

    p_levels.balances := balances;
    demand_no := array_position(document_line_ids, line.document_line_id);
    demand := demands[demand_no];
    if line.count_to is not null then
      line := kernel.counted_line(line, p_levels, kernel.level_index(p_levels, first_no, last_no, line.to_location_id, line.to_lot_id));
      if line.count_from is not null then
        applied.refusals := applied.refusals || kernel.refusal(p_org_id, line, 'conflict',
          jsonb_build_object('seen', line.count_from, 'present', line.count_to));
        continue;
      end if;
    elsif line.quantity is null then
      line.quantity := kernel.quantity_for_all(p_org_id, line, demand);
    end if;
    continue when line.quantity = 0;

    plan := kernel.choose_levels(p_org_id, line, p_levels, first_no, last_no);
    if plan.refusal is not null then
      applied.refusals := applied.refusals || plan.refusal;
      continue;
    end if;

    foreach step in array plan.steps loop
      from_no := step.level_index;
      leg := row(line.posting_no, coalesce(line_nos[line.posting_no], 0) + 1, line.entry_no, step.is_entry, line.product_id,
        line.type, line.reason, step.from_account, null, null, null, null, step.to_account, null, null, null, null,
        step.quantity, coalesce(line.unit_cost, product.cost_price, 0), line.document_line_id);
      if step.releases then
        leg.reason := null;
        leg.document_line_id := step.document_line_id;
      end if;

      if from_no is not null then
        account := kernel.balance_index(step.from_account);
        balances[from_no][account] := balances[from_no][account] - step.quantity;
        versions[from_no] := versions[from_no] + 1;
        leg.from_location_id := p_levels.location_ids[from_no];
        leg.from_lot_id := p_levels.lot_ids[from_no];
        leg.from_version := versions[from_no];
        leg.from_balance := balances[from_no][account];
      end if;

      account := kernel.balance_index(step.to_account);
      if account is not null then
        to_no := from_no;
        if not step.releases and (line.to_location_id is not null or line.to_lot_id is not null) then
          to_no := kernel.level_index(p_levels, first_no, last_no,
            coalesce(line.to_location_id, leg.from_location_id), coalesce(line.to_lot_id, leg.from_lot_id));
        end if;
        refusal := case
          when to_no is null then kernel.refusal(p_org_id, line, 'not_found', jsonb_build_object('lot_id', line.to_lot_id))
          when to_no = from_no and step.to_account = step.from_account then kernel.refusal(p_org_id, line, 'invalid_posting')
          when balances[to_no][account] + step.quantity >= 1e11 then kernel.refusal(p_org_id, line, 'balance_overflow',
            jsonb_build_object('present', balances[to_no][account], 'asked', step.quantity)) end;
        if refusal is not null then
          applied.refusals := applied.refusals || refusal;
          balances := p_levels.balances;
          continue lines;
        end if;
        balances[to_no][account] := balances[to_no][account] + step.quantity;
        versions[to_no] := versions[to_no] + 1;
        leg.to_location_id := p_levels.location_ids[to_no];
        leg.to_lot_id := p_levels.lot_ids[to_no];
        leg.to_version := versions[to_no];
        leg.to_balance := balances[to_no][account];
      end if;

      leg.type := case when step.releases then 'commitment' else
        kernel.movement_type(line.type, leg.from_account, leg.to_account, leg.from_location_id = leg.to_location_id) end;
      if leg.document_line_id is not null then
        refusal := kernel.commit_units(p_org_id, leg, demand, step.releases);
        if refusal is not null then
          applied.refusals := applied.refusals
            || (refusal || jsonb_build_object('posting_no', line.posting_no, 'entry_no', line.entry_no));
          balances := p_levels.balances;
          continue lines;
        end if;
        if not step.releases then
          demand.fulfilled := demand.fulfilled + kernel.fulfilled_by(demand.document_kind, leg);
        end if;
      end if;
      line_nos[line.posting_no] := leg.line_no;
      legs := legs || leg;
    end loop;
    if demand_no is not null then
      demands[demand_no] := demand;
    end if;
  end loop;

  if demands is not null then
    update stock_demands d set fulfilled = n.fulfilled
    from unnest(demands) as n
    where d.org_id = p_org_id and d.document_line_id = n.document_line_id and d.fulfilled <> n.fulfilled;
  end if;
  p_levels.balances := balances;
  p_levels.versions := versions;
  applied.levels := p_levels;
  applied.legs := legs;
  return applied;
end $$;
