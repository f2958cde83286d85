-- A product's newest price row contains its current price and cost.
select p.org_id, p.id as product_id, p.price, p.cost_price, r.price as newest_price, r.cost_price as newest_cost
from products p
left join lateral (
  select r.price, r.cost_price from product_prices r where r.org_id = p.org_id and r.product_id = p.id order by r.valid_from desc limit 1
) r on true
where (p.price, p.cost_price) is distinct from (r.price, r.cost_price)
