-- An SKU is used once per organization, ignoring case, archived products included.
select org_id, lower(sku) as sku, count(*) from products group by org_id, lower(sku) having count(*) > 1
