-- Restores archived products, all or none. Refuses, for the first product by id, not_found, and conflict if it isn't
-- archived.
create or replace function kernel.restore_products(p_org_id uuid, p_product_ids uuid[]) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp
set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  wrong record;
begin
  perform kernel.require_organization(p_org_id);
  perform kernel.require_all_locations();
  perform 1 from products where org_id = p_org_id and id = any (p_product_ids) order by id for update;
  select n.id, p.name into wrong
  from unnest(p_product_ids) as n (id)
  left join products p on p.org_id = p_org_id and p.id = n.id
  where p.archived_at is null
  order by n.id
  limit 1;
  if found then
    perform kernel.refuse(case when wrong.name is null then 'not_found' else 'conflict' end,
      jsonb_strip_nulls(jsonb_build_object('product_id', wrong.id, 'product', wrong.name)));
  end if;
  update products set archived_at = null, version = version + 1, updated_at = app.now()
  where org_id = p_org_id and id = any (p_product_ids);
  perform kernel.count_archived(p_org_id, p_product_ids, false);
end $$;
