-- Hides a product that holds nothing and is wanted by nothing; its history, SKU and prices stay. Refuses as kernel.lock_empty_product.
create or replace function kernel.archive_product(p_org_id uuid, p_product_id uuid) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform kernel.require_organization(p_org_id);
  perform kernel.lock_empty_product(p_org_id, p_product_id);
  update products set archived_at = clock_timestamp(), version = version + 1, updated_at = clock_timestamp()
  where org_id = p_org_id and id = p_product_id;
  perform kernel.count_products(p_org_id, array[p_product_id], -1);
  update product_totals set archived = true where org_id = p_org_id and product_id = p_product_id;
  perform kernel.count_products(p_org_id, array[p_product_id], 1);
end $$;
