-- Sets the product's own minimum, on which low stock hangs; stored in product_totals only.
-- Refuses not_found, product_archived, invalid_quantity (negative, NaN or too large), too_many_decimals.
create or replace function kernel.set_minimum(p_org_id uuid, p_product_id uuid, p_minimum numeric) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  product products;
begin
  perform kernel.require_organization(p_org_id);
  select * into product from products where org_id = p_org_id and id = p_product_id for key share;
  if not found then
    perform kernel.refuse('not_found', jsonb_build_object('product_id', p_product_id));
  elsif product.archived_at is not null then
    perform kernel.refuse('product_archived', jsonb_build_object('product_id', p_product_id, 'product', product.name));
  elsif p_minimum is null or not (p_minimum >= 0 and p_minimum < 1e11) then
    perform kernel.refuse('invalid_quantity', jsonb_build_object('product_id', p_product_id, 'asked', p_minimum));
  elsif p_minimum <> trunc(p_minimum, product.quantity_decimals) then
    perform kernel.refuse('too_many_decimals',
      jsonb_build_object('product_id', p_product_id, 'asked', p_minimum, 'decimals', product.quantity_decimals));
  end if;
  perform 1 from product_totals where org_id = p_org_id and product_id = p_product_id for no key update;
  perform kernel.count_products(p_org_id, array[p_product_id], -1);
  update product_totals set minimum = p_minimum where org_id = p_org_id and product_id = p_product_id;
  perform kernel.count_products(p_org_id, array[p_product_id], 1);
end $$;
