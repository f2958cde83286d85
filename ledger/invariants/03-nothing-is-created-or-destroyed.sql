-- Per organization and product, the stock at all locations equals what came from outside minus what left.
select org_id, product_id, sum(inside) as inside, sum(from_outside) as from_outside
from (
  select org_id, product_id, available + reserved + held + in_transit + incoming as inside, 0 as from_outside from stock_levels
  union all
  select org_id, product_id, 0, case when from_location_id is null then quantity else 0 end - case when to_location_id is null then quantity else 0 end
  from stock_movements
) s
group by org_id, product_id
having sum(inside) <> sum(from_outside)
