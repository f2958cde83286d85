-- Brings an archived product back. Refuses not_found, and conflict when it is not archived.
create or replace function kernel.restore_product(p_org_id uuid, p_product_id uuid) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  product products;
begin
  perform kernel.require_organization(p_org_id);
  select * into product from products where org_id = p_org_id and id = p_product_id for update;
  if not found then
    perform kernel.refuse('not_found', jsonb_build_object('product_id', p_product_id));
  elsif product.archived_at is null then
    perform kernel.refuse('conflict', jsonb_build_object('product_id', p_product_id, 'product', product.name));
  end if;
  update products set archived_at = null, version = version + 1, updated_at = clock_timestamp()
  where org_id = p_org_id and id = p_product_id;
  perform kernel.count_products(p_org_id, array[p_product_id], -1);
  update product_totals set archived = false where org_id = p_org_id and product_id = p_product_id;
  perform kernel.count_products(p_org_id, array[p_product_id], 1);
end $$;
