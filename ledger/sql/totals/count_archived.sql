-- Marks the totals of products as archived or not, and updates the sums of the catalog.
create or replace function kernel.count_archived(p_org_id uuid, p_product_ids uuid[], p_archived boolean) returns void
language plpgsql as $$
begin
  perform 1 from product_totals where org_id = p_org_id and product_id = any (p_product_ids) order by product_id for no key update;
  perform kernel.count_products(p_org_id, p_product_ids, -1);
  update product_totals set archived = p_archived where org_id = p_org_id and product_id = any (p_product_ids);
  perform kernel.count_products(p_org_id, p_product_ids, 1);
end $$;
