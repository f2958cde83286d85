-- A product's totals are the sums of its levels; backordered is what sales lines want, minus shipped and reserved;
-- archived follows the product. So the number on screen is the sum over locations.
select t.org_id, t.product_id
from product_totals t
join products p on p.org_id = t.org_id and p.id = t.product_id
left join (
  select org_id, product_id, sum(available) as available, sum(available + reserved) as on_hand, sum(held) as held,
    sum(in_transit) as in_transit, sum(incoming) as incoming
  from stock_levels group by org_id, product_id
) s on s.org_id = t.org_id and s.product_id = t.product_id
left join (
  select d.org_id, d.product_id, sum(d.wanted - d.fulfilled - coalesce(c.reserved, 0)) as backordered
  from stock_demands d
  left join (
    select org_id, document_line_id, sum(quantity) as reserved from stock_commitments group by org_id, document_line_id
  ) c on c.org_id = d.org_id and c.document_line_id = d.document_line_id
  where d.document_kind = 'sales_order'
  group by d.org_id, d.product_id
) b on b.org_id = t.org_id and b.product_id = t.product_id
where (t.on_hand, t.available, t.held, t.in_transit, t.incoming, t.backordered, t.archived) is distinct from
  (coalesce(s.on_hand, 0), coalesce(s.available, 0), coalesce(s.held, 0), coalesce(s.in_transit, 0), coalesce(s.incoming, 0),
    coalesce(b.backordered, 0), p.archived_at is not null)
