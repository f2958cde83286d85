-- What an order's lines got beyond what was ordered is found by the order. Before, every receipt of the order was read
-- with all its lines, for each answer that contains the order.
create index receipt_items_over_delivered on receipt_items (org_id, purchase_order_id) where is_over_delivery;
