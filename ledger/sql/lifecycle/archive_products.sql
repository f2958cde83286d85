-- Archives products without stock or demand; their history, SKUs and prices stay. All or none; refuses as
-- kernel.lock_empty_products does. The sums of the catalog and the words of names change once for all of them.
-- Products in the categories p_leaving lose their category in the same change: the caller deletes these categories, and
-- their foreign key would change every product a second time.
create or replace function kernel.archive_products(p_org_id uuid, p_product_ids uuid[], p_leaving uuid[] default '{}') returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp
set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
begin
  perform kernel.require_organization(p_org_id);
  perform kernel.require_all_locations();
  perform kernel.lock_empty_products(p_org_id, p_product_ids);
  update products
  set archived_at = app.now(), version = version + 1, updated_at = app.now(),
    category_id = case when category_id = any (p_leaving) then null else category_id end
  where org_id = p_org_id and id = any (p_product_ids);
  perform kernel.count_archived(p_org_id, p_product_ids, true);
end $$;
