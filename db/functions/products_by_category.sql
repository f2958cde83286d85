-- The next products in the order of their categories' names, those without a category last; by name within a category.
-- Goes from category to category and stops when it has enough, so a page costs only its own rows, however many products
-- there are, and no product needs a copy of its category's name. p_category_id skips to one category, the zero UUID to
-- products without one. p_after is the key of the last product before: whether it has no category, the category's name
-- and id, its own name and id.
create or replace function app.products_by_category(
  p_org_id uuid, p_archived boolean, p_category_id uuid, p_descending boolean, p_after text[], p_limit integer) returns setof uuid
language plpgsql stable rows 50 set enable_seqscan = off as $$
declare
  none constant uuid := '00000000-0000-0000-0000-000000000000';
  v_direction constant text := case when p_descending then 'desc' else 'asc' end;
  v_beyond constant text := case when p_descending then '<' else '>' end;
  v_missing integer := p_limit;
  v_found integer;
  v_category record;
begin
  for v_category in execute format(
    'select c.is_none, c.id, (c.is_none, c.name_sort, c.id) = ($3[1]::boolean, $3[2], $3[3]::uuid) as has_begun
     from (
       select false as is_none, name_sort, id from categories where org_id = $1
       union all select true, '''', %L
     ) c
     where ($2 is null or c.id = $2) and ($3 is null or (c.is_none, c.name_sort, c.id) %s= ($3[1]::boolean, $3[2], $3[3]::uuid))
     order by c.is_none %s, c.name_sort %3$s, c.id %3$s', none, v_beyond, v_direction) using p_org_id, p_category_id, p_after
  loop
    -- Checking whether it is empty costs less than a plan. Always by the index: if most categories are full, reading
    -- the table up to the first product looks cheaper, and reads all of it for an empty one.
    continue when not v_category.is_none and not exists (
      select from products p
      where p.org_id = p_org_id and p.category_id = v_category.id and (p.archived_at is not null) = p_archived);
    return query execute format(
      'select p.id from products p
       where p.org_id = $1 and p.category_id %s and p.archived_at is %s null %s
       order by p.name_sort %s, p.id %4$s limit $3',
      case when v_category.is_none then 'is null' else '= $2' end, case when p_archived then 'not' end,
      case when v_category.has_begun then format('and (p.name_sort, p.id) %s ($4[4], $4[5]::uuid)', v_beyond) end, v_direction)
    using p_org_id, v_category.id, v_missing, p_after;
    get diagnostics v_found = row_count;
    v_missing := v_missing - v_found;
    exit when v_missing <= 0;
  end loop;
end $$;
