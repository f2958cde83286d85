-- The copy of the name that low and out lists are sorted by is the product's own.
select t.org_id, t.product_id, t.name_sort, p.name_sort as product_name_sort
from product_totals t
join products p on p.org_id = t.org_id and p.id = t.product_id
where t.name_sort <> p.name_sort
