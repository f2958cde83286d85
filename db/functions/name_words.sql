-- Returns the folded sort name of a product starting at each of its words, ranked 0 for the first and 1 for a later
-- one: 'oak lamp 3' returns 'oak lamp 3' (0), 'lamp 3' (1) and '3' (1). A word starts after a space. Words that start
-- after the 100th letter are left out, so a product has at most 50 rows. The last part of a search finds those too.
create or replace function app.name_words(p_name_sort text) returns table (rank integer, words text)
language sql immutable as $$
  select (start > 1)::integer, substr(p_name_sort, start)
  from generate_series(1, least(length(p_name_sort), 100)) as start
  where substr(p_name_sort, start, 1) <> ' ' and (start = 1 or substr(p_name_sort, start - 1, 1) = ' ')
$$;
