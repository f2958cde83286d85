-- Returns a folded text starting at each of its words: 'anna.berg@nordic.se' returns itself (0), 'berg@nordic.se',
-- 'nordic.se' and 'se' (1). A word starts with a letter or digit that follows any other character. Returns at most 80
-- letters of each, for words that start within the first 100 letters.
create or replace function app.folded_words(p_text text) returns table (rank integer, words text)
language sql immutable set search_path = pg_catalog, pg_temp as $$
  select (start > 1)::integer, substr(p_text, start, 80)
  from (
    select regexp_instr(left(p_text, 100), '[[:alnum:]]+', 1, n)
    from generate_series(1, regexp_count(left(p_text, 100), '[[:alnum:]]+')) as n
    union select 1) as begins (start)
$$;
