-- Gives new products what the ledger needs: the row for "no lot", the totals with the minimum (listed in the order of
-- the ids, or 0) and the first price with its origin. Called in the transaction that inserts the products. Products
-- that already have all this keep it.
create or replace function kernel.initialize_products(p_org_id uuid, p_user_id uuid, p_product_ids uuid[], p_minimums numeric[] default null,
  p_source text default 'typed') returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  made_ids uuid[];
  minimums numeric[];
begin
  perform kernel.require_organization(p_org_id);
  insert into lots (org_id, product_id, id, lot_number)
  select p_org_id, id, id, '' from unnest(p_product_ids) as n (id)
  on conflict do nothing;
  with made as (
    insert into product_totals (org_id, product_id, minimum, name_sort, price, category_id)
    select p_org_id, n.id, coalesce(n.minimum, 0), p.name_sort, p.price, coalesce(p.category_id, '00000000-0000-0000-0000-000000000000')
    from unnest(p_product_ids, p_minimums) as n (id, minimum)
    join products p on p.org_id = p_org_id and p.id = n.id
    on conflict do nothing
    returning product_id, minimum
  )
  select array_agg(product_id order by minimum desc), array_agg(minimum order by minimum desc) into made_ids, minimums from made;
  perform kernel.count_products(p_org_id, made_ids, 1);
  if minimums[1] > 0 then
    -- A minimum of 0 is none.
    perform app.audit_minimums(p_org_id, made_ids, array_fill(0::numeric, array[cardinality(made_ids)]), minimums);
  end if;
  perform kernel.record_prices(p_org_id, p_user_id, p_product_ids, p_source);
end $$;
