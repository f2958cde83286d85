-- Which orders wait for stock is asked by the dashboard: they are found from the few products that are backordered.
create index product_totals_backordered on product_totals (org_id, product_id) where backordered > 0;
