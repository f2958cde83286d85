-- Updates commitments for one leg that names a document line, whose demand is given. Reserved belongs to sales lines,
-- incoming to purchase lines, in transit to transfer lines. Returns null, or the refusal: invalid_posting if the line
-- is of another kind or location, exceeds_demand if the line would get more than it wants or give more than it has.
-- Releasing the newest commitments (on hand fell below them) affects no demand: demands are locked before levels, and
-- that document line wasn't known at that point. Only its commitment changes, which the level's lock protects.
create or replace function kernel.commit_units(p_org_id uuid, p_leg kernel.leg, p_demand stock_demands, p_releases boolean) returns jsonb
language plpgsql as $$
declare
  committing boolean := p_leg.to_account in ('reserved', 'in_transit', 'incoming');
  uncommitting boolean := p_leg.from_account in ('reserved', 'in_transit', 'incoming');
  committed numeric;
  fulfilling numeric;
  problem text;
begin
  problem := case
    when p_releases then null
    when p_demand.document_line_id is null then 'This document line is not known.'
    when p_demand.product_id <> p_leg.product_id then 'This document line is of another product.'
    when (committing or uncommitting) and (p_demand.document_kind,
        case when committing then p_leg.to_account else p_leg.from_account end)
      not in (('sales_order', 'reserved'), ('purchase_order', 'incoming'), ('transfer', 'in_transit'))
      then 'This account does not belong to this kind of document line.'
    when committing and p_demand.location_id is not null and p_demand.location_id <> p_leg.to_location_id
      then 'This document line wants its goods at another location.'
  end;
  if problem is not null then
    return jsonb_build_object('code', 'invalid_posting', 'detail',
      jsonb_build_object('problem', problem, 'document_line_id', p_leg.document_line_id));
  end if;

  if uncommitting then
    update stock_commitments set quantity = quantity - p_leg.quantity
    where org_id = p_org_id and document_line_id = p_leg.document_line_id and account = p_leg.from_account
      and location_id = p_leg.from_location_id and lot_id = p_leg.from_lot_id and quantity >= p_leg.quantity;
    if not found then
      return kernel.exceeds_demand(p_org_id, p_leg, p_demand);
    end if;
  end if;
  if committing then
    insert into stock_commitments as c (org_id, document_line_id, account, product_id, location_id, lot_id, quantity)
    values (p_org_id, p_leg.document_line_id, p_leg.to_account, p_leg.product_id, p_leg.to_location_id, p_leg.to_lot_id, p_leg.quantity)
    on conflict (org_id, document_line_id, account, location_id, lot_id) do update set quantity = c.quantity + excluded.quantity;
  end if;

  if p_releases then
    return null;
  end if;
  fulfilling := kernel.fulfilled_by(p_demand.document_kind, p_leg);
  select coalesce(sum(c.quantity), 0) into committed from stock_commitments c
  where c.org_id = p_org_id and c.document_line_id = p_leg.document_line_id;
  if (committing or fulfilling > 0) and p_demand.fulfilled + fulfilling + committed > p_demand.wanted
    or p_demand.fulfilled + fulfilling < 0 then
    return kernel.exceeds_demand(p_org_id, p_leg, p_demand);
  end if;
  return null;
end $$;
