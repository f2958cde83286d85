-- After the lines were applied: demands with `settles` want no more than they have (fulfilled and committed). Goods can
-- come back to a closed document without being wanted again. The demand can't be lowered before its lines, because
-- until then it has more. Returns by how much this lowers the products' backordered quantities (sales lines only), or
-- null.
create or replace function kernel.settle_demands(p_org_id uuid, p_demands kernel.demand[]) returns kernel.backorder[]
language plpgsql as $$
declare
  backorders kernel.backorder[];
begin
  with settled as (
    select d.document_line_id, d.wanted, d.fulfilled + coalesce((
        select sum(c.quantity) from stock_commitments c
        where c.org_id = d.org_id and c.document_line_id = d.document_line_id), 0) as has
    from unnest(p_demands) as i
    join stock_demands d on d.org_id = p_org_id and d.document_line_id = i.document_line_id
    where i.settles
  ), changed as (
    update stock_demands d set wanted = s.has
    from settled s
    where d.org_id = p_org_id and d.document_line_id = s.document_line_id and s.has < s.wanted
    returning d.document_kind, d.product_id, s.has - s.wanted as units
  )
  select array_agg(row(c.product_id, c.units)::kernel.backorder) filter (where c.document_kind = 'sales_order')
  into backorders
  from changed c;
  return backorders;
end $$;
