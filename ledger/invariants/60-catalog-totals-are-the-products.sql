-- The sums of the catalog, over their slots, equal the products' totals per category; the copies of price and category
-- in the totals equal the product's (kernel.follow_product).
select coalesce(c.org_id, t.org_id) as org_id, coalesce(c.category_id, t.category_id) as category_id
from (
  select org_id, category_id, sum(products) as products, sum(archived) as archived, sum(units) as units,
    sum(value_at_price) as value_at_price, sum(low) as low, sum("out") as "out"
  from catalogue_totals group by org_id, category_id
) c
full join (
  select t.org_id, coalesce(p.category_id, '00000000-0000-0000-0000-000000000000') as category_id,
    count(*) filter (where p.archived_at is null) as products, count(*) filter (where p.archived_at is not null) as archived,
    sum(t.on_hand) as units, sum(t.on_hand * p.price) as value_at_price,
    count(*) filter (where p.archived_at is null and t.on_hand <= t.minimum) as low,
    count(*) filter (where p.archived_at is null and t.on_hand = 0) as "out"
  from product_totals t
  join products p on p.org_id = t.org_id and p.id = t.product_id
  group by 1, 2
) t using (org_id, category_id)
where (coalesce(c.products, 0), coalesce(c.archived, 0), coalesce(c.units, 0), coalesce(c.value_at_price, 0), coalesce(c.low, 0),
    coalesce(c."out", 0))
  <> (coalesce(t.products, 0), coalesce(t.archived, 0), coalesce(t.units, 0), coalesce(t.value_at_price, 0), coalesce(t.low, 0),
    coalesce(t."out", 0))
union all
select t.org_id, t.product_id
from product_totals t
join products p on p.org_id = t.org_id and p.id = t.product_id
where t.price <> p.price or t.category_id <> coalesce(p.category_id, '00000000-0000-0000-0000-000000000000')
