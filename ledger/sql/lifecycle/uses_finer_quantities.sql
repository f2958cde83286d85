-- Whether a product's movements, what its open documents still want, drafts (of purchase orders and transactions), or
-- its minimums have more decimals than p_decimals: then it can't be counted in fewer. Movements may have to be undone,
-- a backorder is filled without asking anyone, and a draft couldn't be placed or completed. Security definer: for a
-- limited member, other locations count as well.
create or replace function kernel.uses_finer_quantities(p_org_id uuid, p_product_id uuid, p_decimals integer) returns boolean
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform kernel.require_organization(p_org_id);
  return exists (
      select from stock_movements m
      where m.org_id = p_org_id and m.product_id = p_product_id and m.quantity <> trunc(m.quantity, p_decimals))
    or exists (
      select from stock_demands d
      where d.org_id = p_org_id and d.product_id = p_product_id and d.is_open and d.wanted <> trunc(d.wanted, p_decimals))
    or exists (
      select from purchase_order_items i
      join purchase_orders o on o.org_id = i.org_id and o.id = i.purchase_order_id and o.status = 'draft'
      where i.org_id = p_org_id and i.product_id = p_product_id and i.quantity <> trunc(i.quantity, p_decimals))
    or exists (
      select from transaction_drafts t
      where t.org_id = p_org_id and t.product_id = p_product_id and t.status = 'pending'
        and t.quantity <> trunc(t.quantity, p_decimals))
    or exists (
      select from stock_rules r
      where r.org_id = p_org_id and r.product_id = p_product_id
        and (r.minimum <> trunc(r.minimum, p_decimals) or r.maximum <> trunc(r.maximum, p_decimals)));
end $$;
