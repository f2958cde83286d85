-- Returns the texts that a search of products finds by their beginning: the words of the name (app.name_words, ranks 0
-- and 1), then the SKU (2), both in lower case.
create or replace function app.searched_words(p_name_sort text, p_sku_sort text) returns table (rank integer, words text)
language sql immutable as $$
  select w.rank, w.words from app.name_words(p_name_sort) w
  union all
  select 2, p_sku_sort
$$;
