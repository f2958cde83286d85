-- No balance at a location is negative, not a number, or at or above its upper limit.
select org_id, product_id, location_id, lot_id, array[available, reserved, held, in_transit, incoming]::text as balances
from stock_levels
where not (least(available, reserved, held, in_transit, incoming) >= 0 and greatest(available, reserved, held, in_transit, incoming) < 1e11)
