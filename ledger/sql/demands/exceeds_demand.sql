-- The refusal of a leg that gives a document line more than it wants, or takes more than it has, with the line's
-- numbers.
create or replace function kernel.exceeds_demand(p_org_id uuid, p_leg kernel.leg, p_demand stock_demands) returns jsonb
language sql stable as $$
  select jsonb_build_object('code', 'exceeds_demand', 'detail', jsonb_build_object(
    'document_line_id', p_demand.document_line_id, 'product_id', p_demand.product_id, 'asked', p_leg.quantity,
    'from_account', p_leg.from_account, 'to_account', p_leg.to_account,
    'wanted', p_demand.wanted, 'fulfilled', p_demand.fulfilled, 'committed', coalesce((
      select sum(c.quantity) from stock_commitments c
      where c.org_id = p_org_id and c.document_line_id = p_demand.document_line_id
        and (app.location_ids() is null or c.location_id = any (app.location_ids()))), 0)))
$$;
