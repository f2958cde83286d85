-- Returns the texts that a search of products finds by their beginning: the words of the name (app.name_words, ranks 0
-- and 1), then the SKU (2), all folded (app.fold).
create or replace function app.searched_words(p_name_sort text, p_sku_sort text) returns table (rank integer, words text)
language sql immutable as $$
  -- Offset 0: folded once, not for each letter.
  select w.rank, w.words from (select app.folded(p_name_sort) as name offset 0) as p, app.name_words(p.name) w
  union all
  select 2, app.folded(p_sku_sort)
$$;
