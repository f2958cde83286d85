-- Whether an organization has products that are measured in decimals: then units of several products have no sum.
create index products_in_decimals on products (org_id) where quantity_decimals > 0;
