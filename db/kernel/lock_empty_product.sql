-- Locks a product and all its levels in the kernel's order and refuses unless it holds nothing and is wanted by nothing.
-- Refuses not_found, product_archived, product_not_empty (its totals and how many documents want it).
create or replace function kernel.lock_empty_product(p_org_id uuid, p_product_id uuid) returns void
language plpgsql as $$
declare
  product products;
  sums record;
  waiting bigint;
begin
  select * into product from products where org_id = p_org_id and id = p_product_id for update;
  if not found then
    perform kernel.refuse('not_found', jsonb_build_object('product_id', p_product_id));
  elsif product.archived_at is not null then
    perform kernel.refuse('product_archived', jsonb_build_object('product_id', p_product_id, 'product', product.name));
  end if;
  perform 1 from stock_levels where org_id = p_org_id and product_id = p_product_id order by location_id, lot_id for update;
  select coalesce(sum(available + reserved), 0) as on_hand, coalesce(sum(held), 0) as held, coalesce(sum(in_transit), 0) as in_transit,
    coalesce(sum(incoming), 0) as incoming
  into sums from stock_levels where org_id = p_org_id and product_id = p_product_id;
  select count(*) into waiting from stock_demands where org_id = p_org_id and product_id = p_product_id and fulfilled < wanted;
  if sums.on_hand + sums.held + sums.in_transit + sums.incoming + waiting > 0 then
    perform kernel.refuse('product_not_empty', to_jsonb(sums) || jsonb_build_object('product_id', p_product_id, 'product', product.name,
      'sku', product.sku, 'open_documents', waiting));
  end if;
end $$;
