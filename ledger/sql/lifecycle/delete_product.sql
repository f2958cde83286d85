-- Deletes a product that never moved and that no document ever named, with everything the ledger stores for it. Returns
-- false, changing nothing, if it has a history: then it can only be archived. Refuses not_found.
create or replace function kernel.delete_product(p_org_id uuid, p_product_id uuid) returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform kernel.require_organization(p_org_id);
  perform kernel.require_all_locations();
  perform 1 from products where org_id = p_org_id and id = p_product_id for update;
  if not found then
    perform kernel.refuse('not_found', jsonb_build_object('product_id', p_product_id));
  end if;
  if kernel.has_history(p_org_id, p_product_id) then
    return false;
  end if;
  perform set_config('kernel.deleting_product', p_product_id::text, true);
  delete from stock_levels where org_id = p_org_id and product_id = p_product_id;
  delete from lots where org_id = p_org_id and product_id = p_product_id;
  delete from product_prices where org_id = p_org_id and product_id = p_product_id;
  perform kernel.count_products(p_org_id, array[p_product_id], -1);
  delete from product_totals where org_id = p_org_id and product_id = p_product_id;
  delete from products where org_id = p_org_id and id = p_product_id;
  perform set_config('kernel.deleting_product', '', true);
  return true;
exception when foreign_key_violation then
  -- Another table refers to it: the foreign keys decide, including those of tables added later.
  return false;
end $$;
