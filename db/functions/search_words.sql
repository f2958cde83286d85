-- The words of a search text in the form of stock_postings_words: letters and digits, lower case, each once, at most
-- eight.
create or replace function app.search_words(p_text text) returns text[]
language sql immutable set search_path = pg_catalog, pg_temp as $$
  select coalesce((array_agg(word order by length(word) desc, word))[1:8], '{}')
  from (select distinct word from regexp_split_to_table(lower(p_text), '[^[:alnum:]]+') as word where word <> '') w
$$;
