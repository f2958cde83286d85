-- Keeps product_totals.name_sort what the product's is. The product's row is locked first and its totals last, as everywhere.
create or replace function kernel.follow_name() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update product_totals set name_sort = new.name_sort where org_id = new.org_id and product_id = new.id;
  return null;
end $$;

create or replace trigger follow_name after update of name on public.products
for each row when (old.name_sort <> new.name_sort) execute function kernel.follow_name();
