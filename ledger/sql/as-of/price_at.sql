-- The price and cost (null: unknown) of a product at a moment; before its first price, the first one.
create or replace function kernel.price_at(p_org_id uuid, p_product_id uuid, p_at timestamptz)
returns table (price numeric, cost_price numeric)
language sql stable as $$
  select p.price, p.cost_price
  from (
    (select r.price, r.cost_price, 1 as choice from product_prices r
      where r.org_id = p_org_id and r.product_id = p_product_id and r.valid_from <= p_at
      order by r.valid_from desc limit 1)
    union all
    (select r.price, r.cost_price, 2 from product_prices r
      where r.org_id = p_org_id and r.product_id = p_product_id
      order by r.valid_from limit 1)
  ) p
  order by p.choice limit 1
$$;
