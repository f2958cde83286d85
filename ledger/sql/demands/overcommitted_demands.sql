-- After the lines were applied: the refusals exceeds_demand of changed demands that now want less than is committed
-- to them and fulfilled, or want it at a location other than where it is committed.
create or replace function kernel.overcommitted_demands(p_org_id uuid, p_demands kernel.demand[]) returns jsonb
language plpgsql as $$
declare
  -- Computed once, outside the query: a generic plan would compute it for every demand of the organization.
  document_line_ids uuid[] := array(select i.document_line_id from unnest(p_demands) as i);
begin
  return coalesce((
    select jsonb_agg(jsonb_build_object('code', 'exceeds_demand', 'detail', jsonb_build_object(
      'document_line_id', d.document_line_id, 'product_id', d.product_id, 'product', p.name, 'wanted', d.wanted, 'fulfilled', d.fulfilled, 'committed', c.committed)))
    from stock_demands d
    join products p on p.org_id = d.org_id and p.id = d.product_id
    cross join lateral (
      select coalesce(sum(c.quantity), 0) as committed, coalesce(sum(c.quantity) filter (where c.location_id <> d.location_id), 0) as elsewhere
      from stock_commitments c
      where c.org_id = d.org_id and c.document_line_id = d.document_line_id
    ) c
    where d.org_id = p_org_id and d.document_line_id = any (document_line_ids)
      and (d.fulfilled + c.committed > d.wanted or c.elsewhere > 0)), '[]');
end $$;
