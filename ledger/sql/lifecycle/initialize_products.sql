-- Gives new products what the ledger needs: the row for "no lot", the totals with the minimum (listed in the order of
-- the ids, or 0) and the first price with its origin; and records their creation in the audit trail. Called in the
-- transaction that inserts the products. Products that already have all this keep it.
create or replace function kernel.initialize_products(p_org_id uuid, p_user_id uuid, p_product_ids uuid[], p_minimums numeric[] default null,
  p_source text default 'typed') returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  made_ids uuid[];
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
    returning product_id
  )
  select array_agg(n.id order by n.no) into made_ids
  from unnest(p_product_ids) with ordinality as n (id, no)
  join made on made.product_id = n.id;
  perform kernel.count_products(p_org_id, made_ids, 1);
  perform app.audit_new_products(p_org_id, made_ids);
  perform kernel.record_prices(p_org_id, p_user_id, p_product_ids, p_source);
end $$;
