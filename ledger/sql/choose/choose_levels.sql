-- Decides where one line takes its quantity, among the locked levels p_first to p_last of its product. Returns the
-- steps, or the refusal insufficient_stock with what this line may take here, what is in stock (kernel.present_stock),
-- and how much of it has expired, if any; not_found if the location doesn't exist. Units from outside are one step.
-- Committed units are taken only from the line's own commitments. `reserved_then_available` (shipping) takes the line's
-- reservations and then available stock; those in expired lots are released. `up_to` takes what it can and refuses
-- nothing. A line that may un-reserve takes available stock and then releases the newest commitments at its location,
-- each release as a step before the one that takes the units out.
-- One function because each way to take units continues with what the one before it has left to take.
create or replace function kernel.choose_levels(
  p_org_id uuid, p_line kernel.line, p_levels kernel.levels, p_first integer, p_last integer) returns kernel.plan
language plpgsql as $$
declare
  plan kernel.plan;
  source text;
  sources text[] := array[p_line.from_account];
  candidates integer[];
  commitment record;
  i integer;
  remaining numeric := p_line.quantity;
  there numeric;
  may_take numeric := 0;
begin
  plan.steps := '{}';
  if kernel.is_outside_account(p_line.from_account) then
    plan.steps := array[row(null, p_line.from_account, p_line.to_account, remaining, null, false, true)::kernel.step];
    return plan;
  end if;
  if p_line.from_account = 'reserved_then_available' then
    sources := array['reserved', 'available'];
    plan.steps := kernel.expired_reservations(p_org_id, p_line, p_levels, p_first, p_last);
  end if;

  candidates := kernel.candidate_levels(p_org_id, p_line, p_levels, p_first, p_last);
  foreach source in array sources loop
    foreach i in array candidates loop
      there := p_levels.balances[i][kernel.balance_index(source)];
      if there > 0 and source not in ('available', 'held') then
        there := kernel.committed_units(p_org_id, p_line.document_line_id, source, p_levels.location_ids[i], p_levels.lot_ids[i]);
      end if;
      may_take := may_take + there;
      there := least(there, remaining);
      if there > 0 then
        plan.steps := plan.steps || row(i, source, p_line.to_account, there, null, false, true)::kernel.step;
        remaining := remaining - there;
      end if;
    end loop;
  end loop;

  if remaining > 0 and p_line.may_unreserve and p_line.from_account = 'available' then
    for commitment in select * from kernel.newest_commitments(p_org_id, p_line.product_id, p_levels, candidates) loop
      may_take := may_take + commitment.quantity;
      there := least(commitment.quantity, remaining);
      if there > 0 then
        plan.steps := plan.steps
          || row(commitment.level_index, 'reserved', 'available', there, commitment.document_line_id, true, false)::kernel.step
          || row(commitment.level_index, 'available', p_line.to_account, there, null, false, true)::kernel.step;
        remaining := remaining - there;
      end if;
    end loop;
  end if;

  -- Units committed to the line at other locations stay, and a limited member takes nothing else instead.
  if p_line.location_ids is not null and p_line.document_line_id is not null
    and (remaining > 0 or p_line.from_account = 'reserved_then_available' and 'available' = any (array(select s.from_account from unnest(plan.steps) as s)))
    and p_line.from_account in ('reserved', 'in_transit', 'incoming', 'reserved_then_available')
    and exists (
      select from stock_commitments c
      where c.org_id = p_org_id and c.document_line_id = p_line.document_line_id
        and c.account = case p_line.from_account when 'reserved_then_available' then 'reserved' else p_line.from_account end
        and c.has_units and c.location_id <> all (p_line.location_ids)) then
    plan.refusal := kernel.refusal(p_org_id, p_line, 'forbidden');
    return plan;
  end if;

  if remaining > 0 and not p_line.up_to then
    if p_line.from_location_id is not null
      and not exists (select from locations where org_id = p_org_id and id = p_line.from_location_id) then
      plan.refusal := kernel.refusal(p_org_id, p_line, 'not_found');
      return plan;
    end if;
    plan.refusal := kernel.refusal(p_org_id, p_line, 'insufficient_stock',
      jsonb_build_object('account', p_line.from_account, 'asked', p_line.quantity, 'available', may_take)
        || kernel.present_stock(p_line, p_levels, p_first, p_last));
    if p_line.expired = 'never' then
      -- An impossible quantity is refused with all that could be taken if nothing had expired.
      p_line.expired := 'any';
      p_line.quantity := 1e15;
      there := (kernel.choose_levels(p_org_id, p_line, p_levels, p_first, p_last)).refusal #>> '{detail,available}';
      if there > may_take then
        plan.refusal := jsonb_set(plan.refusal, '{detail,expired}', to_jsonb(there - may_take));
      end if;
    end if;
  end if;
  return plan;
end $$;
