-- A line whose returns were all undone and of which nothing is shipped may be removed: its returns stay on record
-- without it, like receipts and shipments of removed lines.
alter table sales_return_items
  alter column sales_order_item_id drop not null,
  drop constraint sales_return_items_org_id_sales_order_id_sales_order_item__fkey,
  add foreign key (org_id, sales_order_id, sales_order_item_id)
    references sales_order_items (org_id, sales_order_id, id) on delete set null (sales_order_item_id);
