-- Sets products' own minimums, which low stock depends on; stored in product_totals only. Locks the totals by product,
-- which come after levels in the lock order, so call it after the transaction's postings. Refuses, for the first
-- product by id, not_found, product_archived, invalid_quantity (negative, NaN or too large), too_many_decimals.
create or replace function kernel.set_minimums(p_org_id uuid, p_product_ids uuid[], p_minimums numeric[]) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  wrong record;
  before numeric[];
begin
  perform kernel.require_organization(p_org_id);
  perform 1 from products where org_id = p_org_id and id = any (p_product_ids) order by id for key share;
  select n.id, n.minimum, p.name, p.quantity_decimals, case
      when p.id is null then 'not_found'
      when p.archived_at is not null then 'product_archived'
      when n.minimum is null or not (n.minimum >= 0 and n.minimum < 1e11) then 'invalid_quantity'
      when n.minimum <> trunc(n.minimum, p.quantity_decimals) then 'too_many_decimals' end as code
  into wrong
  from unnest(p_product_ids, p_minimums) as n (id, minimum)
  left join products p on p.org_id = p_org_id and p.id = n.id
  where p.id is null or p.archived_at is not null or n.minimum is null or not (n.minimum >= 0 and n.minimum < 1e11)
    or n.minimum <> trunc(n.minimum, p.quantity_decimals)
  order by n.id
  limit 1;
  if found then
    perform kernel.refuse(wrong.code, jsonb_strip_nulls(jsonb_build_object('product_id', wrong.id, 'product', wrong.name,
      'asked', wrong.minimum, 'decimals', case when wrong.code = 'too_many_decimals' then wrong.quantity_decimals end)));
  end if;
  perform 1 from product_totals where org_id = p_org_id and product_id = any (p_product_ids) order by product_id for no key update;
  before := array(
    select t.minimum from unnest(p_product_ids) with ordinality as n (id, no)
    left join product_totals t on t.org_id = p_org_id and t.product_id = n.id
    order by n.no);
  perform kernel.count_products(p_org_id, p_product_ids, -1);
  update product_totals t set minimum = n.minimum
  from unnest(p_product_ids, p_minimums) as n (id, minimum)
  where t.org_id = p_org_id and t.product_id = n.id;
  perform kernel.count_products(p_org_id, p_product_ids, 1);
  perform app.audit_minimums(p_org_id, p_product_ids, before, p_minimums);
end $$;
