-- Orders that wait at a location weren't filled when its stock rose without the product having more (a transfer). Each
-- product with a backorder and available units is looked at once.
insert into outbox (org_id, kind, payload)
select org_id, 'backorders', jsonb_build_object('product_ids', jsonb_build_array(product_id))
from product_totals
where backordered > 0 and available > 0;
