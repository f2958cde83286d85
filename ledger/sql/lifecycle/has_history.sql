-- Whether a movement or a document names a product: then it can only be archived. The other tables that refer to
-- products contain what the ledger stores for every product, or rows of documents whose units have moved or are wanted.
create or replace function kernel.has_history(p_org_id uuid, p_product_id uuid) returns boolean
language sql stable as $$
  select exists (select from public.stock_movements where org_id = p_org_id and product_id = p_product_id)
    or exists (select from public.stock_demands where org_id = p_org_id and product_id = p_product_id)
    or exists (select from public.transaction_drafts where org_id = p_org_id and product_id = p_product_id)
    or exists (select from public.purchase_order_items where org_id = p_org_id and product_id = p_product_id)
    or exists (select from public.sales_order_items where org_id = p_org_id and product_id = p_product_id)
$$;
