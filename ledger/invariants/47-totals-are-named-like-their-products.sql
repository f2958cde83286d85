-- The copy of the name that the low and out-of-stock lists are sorted by equals the product's name.
select t.org_id, t.product_id, t.name_sort, p.name_sort as product_name_sort
from product_totals t
join products p on p.org_id = t.org_id and p.id = t.product_id
where t.name_sort <> p.name_sort
