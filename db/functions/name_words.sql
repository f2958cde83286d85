-- The sort name of a product from each of its words on, ranked 0 from the first and 1 from a later one: 'oak lamp 3'
-- gives 'oak lamp 3' (0), 'lamp 3' (1) and '3' (1). A word begins after a space. Words that begin after the hundredth
-- letter are not among them: so a product has at most fifty rows, however its name is made. A search finds it by such
-- words too, in its last part.
create or replace function app.name_words(p_name_sort text) returns table (rank integer, words text)
language sql immutable as $$
  select (start > 1)::integer, substr(p_name_sort, start)
  from generate_series(1, least(length(p_name_sort), 100)) as start
  where substr(p_name_sort, start, 1) <> ' ' and (start = 1 or substr(p_name_sort, start - 1, 1) = ' ')
$$;
