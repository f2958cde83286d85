-- Keeps the counts of documents by their locations for an organization that has limited members and at least
-- p_documents orders and shipments: the server calls it until it returns false. Each call counts the next p_part
-- documents of one kind, while writers of documents wait.
create or replace function app.keep_location_counts(p_org_id uuid, p_documents bigint, p_part integer) returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  all_counted constant uuid := 'ffffffff-ffff-ffff-ffff-ffffffffffff';
  next record;
  last uuid;
begin
  perform kernel.require_organization(p_org_id);
  perform kernel.require_all_locations();
  perform kernel.lock_location_sets(p_org_id);
  if not exists (select from members m where m.org_id = p_org_id and cardinality(m.location_ids) > 0)
    or p_documents > (select coalesce(sum(c.documents), 0) from document_counts c where c.org_id = p_org_id) then
    delete from document_location_counts where org_id = p_org_id;
    delete from document_location_progress where org_id = p_org_id;
    return false;
  end if;
  insert into document_location_progress (org_id, kind)
  select p_org_id, unnest(array['purchase_order', 'sales_order', 'shipment'])
  on conflict (org_id, kind) do nothing;

  select g.kind, g.counted_to into next from document_location_progress g
  where g.org_id = p_org_id and g.counted_to <> all_counted order by g.kind limit 1;
  if not found then
    return false;
  end if;
  last := coalesce(case next.kind
    when 'purchase_order' then (
      select o.id from purchase_orders o where o.org_id = p_org_id and o.id > next.counted_to order by o.id offset p_part - 1 limit 1)
    when 'sales_order' then (
      select o.id from sales_orders o where o.org_id = p_org_id and o.id > next.counted_to order by o.id offset p_part - 1 limit 1)
    else (
      select s.id from shipments s where s.org_id = p_org_id and s.id > next.counted_to order by s.id offset p_part - 1 limit 1)
    end, all_counted);
  update document_location_progress g set counted_to = last where g.org_id = p_org_id and g.kind = next.kind;
  perform app.count_existing_at_locations(p_org_id, next.kind, next.counted_to, last);
  return true;
end $$;
