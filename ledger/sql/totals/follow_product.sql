-- Maintains the columns that product_totals copies from products (sort name, price and category) and the sums of the
-- catalog that follow from them. Locks in the usual order: products (by the update), levels, totals. The levels too,
-- because a save may change a price and then a quantity.
create or replace function kernel.follow_product() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  changed record;
begin
  for changed in
    -- With except, as in kernel.follow_names: a join of the two compares every product with every other.
    select a.org_id, array_agg(a.id) as ids
    from (
      select org_id, id, name_sort, price, category_id from after_change
      except select org_id, id, name_sort, price, category_id from before_change
    ) a
    group by a.org_id
  loop
    perform 1 from stock_levels where org_id = changed.org_id and product_id = any (changed.ids)
    order by product_id, location_id, lot_id for no key update;
    perform 1 from product_totals where org_id = changed.org_id and product_id = any (changed.ids) order by product_id for no key update;
    perform kernel.count_products(changed.org_id, changed.ids, -1);
    update product_totals t
    set name_sort = p.name_sort, price = p.price, category_id = coalesce(p.category_id, '00000000-0000-0000-0000-000000000000')
    from products p
    where t.org_id = changed.org_id and t.product_id = any (changed.ids) and p.org_id = t.org_id and p.id = t.product_id;
    perform kernel.count_products(changed.org_id, changed.ids, 1);
  end loop;
  return null;
end $$;

create or replace trigger follow_product after update on public.products
referencing old table as before_change new table as after_change
for each statement execute function kernel.follow_product();

-- Fills the copies, sums and months of products once, when they are introduced, while no one moves stock or changes
-- products (with the locks that a posting takes first, in its order).
do $$
begin
  if not exists (select from public.product_totals)
    or exists (select from public.catalogue_totals)
      and (exists (select from public.product_months) or not exists (select from public.stock_months)) then
    return;
  end if;
  lock table public.posting_keys, public.products in exclusive mode;
  if not exists (select from public.product_months) then
    perform kernel.add_up_product_months();
  end if;
  if exists (select from public.catalogue_totals) then
    return;
  end if;
  update public.product_totals t
  set price = p.price, category_id = coalesce(p.category_id, '00000000-0000-0000-0000-000000000000')
  from public.products p
  where p.org_id = t.org_id and p.id = t.product_id;
  insert into public.catalogue_totals (org_id, category_id, products, archived, units, value_at_price, low, "out")
  select org_id, category_id, count(*) filter (where not archived), count(*) filter (where archived), sum(on_hand), sum(on_hand * price),
    count(*) filter (where is_low), count(*) filter (where is_out)
  from public.product_totals
  group by org_id, category_id;
end $$;
