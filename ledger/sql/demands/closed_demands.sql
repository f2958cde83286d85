-- After the lines were applied: the refusals location_not_active of the posting's demands that still want units at a
-- location that is inactive or hidden. Nothing could arrive there for them. kernel.lock_levels has locked the
-- locations.
create or replace function kernel.closed_demands(p_org_id uuid, p_demands kernel.demand[]) returns jsonb
language plpgsql as $$
declare
  -- Computed once, outside the query: a generic plan would compute it for every demand of the organization.
  document_line_ids uuid[] := array(select i.document_line_id from unnest(p_demands) as i);
begin
  return coalesce((
    select jsonb_agg(jsonb_build_object('code', 'location_not_active', 'detail', jsonb_build_object(
      'document_line_id', d.document_line_id, 'product_id', d.product_id, 'product', p.name, 'location_id', l.id, 'location', l.name))
      order by d.document_line_id)
    from stock_demands d
    join locations l on l.org_id = d.org_id and l.id = d.location_id and (not l.is_active or l.hidden_at is not null)
    join products p on p.org_id = d.org_id and p.id = d.product_id
    where d.org_id = p_org_id and d.document_line_id = any (document_line_ids) and d.is_open), '[]');
end $$;
