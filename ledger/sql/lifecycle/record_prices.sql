-- Appends the current price and cost of products, with their origin, to their price history if the newest row differs.
-- Called after every change of a product's price or cost, in the same transaction, which holds the product rows.
create or replace function kernel.record_prices(
  p_org_id uuid, p_user_id uuid, p_product_ids uuid[], p_source text default 'typed', p_price_update_id uuid default null,
  p_receipt_id uuid default null) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform kernel.require_organization(p_org_id);
  insert into product_prices (org_id, product_id, valid_from, price, cost_price, user_id, source, price_update_id, receipt_id)
  select p.org_id, p.id, greatest(app.now(), last.valid_from + interval '1 microsecond'), p.price, p.cost_price, p_user_id,
    p_source, p_price_update_id, p_receipt_id
  from products p
  left join lateral (
    select r.valid_from, r.price, r.cost_price from product_prices r
    where r.org_id = p.org_id and r.product_id = p.id
    order by r.valid_from desc
    limit 1
  ) last on true
  where p.org_id = p_org_id and p.id = any (p_product_ids) and (p.price, p.cost_price) is distinct from (last.price, last.cost_price);
end $$;
