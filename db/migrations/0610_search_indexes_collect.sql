-- The search indexes put a row's trigrams aside, up to 64 kB of them, and then sort them in together. One by one, the
-- 45 trigrams of a product took a third of the time of writing it: 345 to 374 µs a product made, 219 to 240 this way;
-- 413 to 416 and 281 to 287 for one archived. A search reads what was put aside as well: 0.1 ms when it is most.
alter index products_search set (fastupdate = on, gin_pending_list_limit = 64);
alter index customers_search set (fastupdate = on, gin_pending_list_limit = 64);
alter index sales_orders_search set (fastupdate = on, gin_pending_list_limit = 64);
alter index purchase_orders_search set (fastupdate = on, gin_pending_list_limit = 64);
alter index shipments_search set (fastupdate = on, gin_pending_list_limit = 64);
alter index audit_names_search set (fastupdate = on, gin_pending_list_limit = 64);
