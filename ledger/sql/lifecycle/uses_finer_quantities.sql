-- Whether a product's movements, what its open documents still want, or its minimums have more decimals than
-- p_decimals: then it can't be counted in fewer. Movements may have to be undone, and a backorder is filled without
-- asking anyone.
create or replace function kernel.uses_finer_quantities(p_org_id uuid, p_product_id uuid, p_decimals integer) returns boolean
language sql stable as $$
  select exists (
      select from public.stock_movements m
      where m.org_id = p_org_id and m.product_id = p_product_id and m.quantity <> trunc(m.quantity, p_decimals))
    or exists (
      select from public.stock_demands d
      where d.org_id = p_org_id and d.product_id = p_product_id and d.fulfilled < d.wanted and d.wanted <> trunc(d.wanted, p_decimals))
    or exists (
      select from public.stock_rules r
      where r.org_id = p_org_id and r.product_id = p_product_id
        and (r.minimum <> trunc(r.minimum, p_decimals) or r.maximum <> trunc(r.maximum, p_decimals)))
$$;
