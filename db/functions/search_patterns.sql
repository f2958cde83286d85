-- Parses a search text: each word must appear somewhere, ignoring case and accents. Returns one LIKE pattern per word,
-- the longest first (it narrows an index most), at most eight; their wildcards are taken literally. Empty if there is
-- no word.
create or replace function app.search_patterns(p_text text) returns text[]
language sql immutable set search_path = pg_catalog, pg_temp as $$
  select coalesce((array_agg('%' || regexp_replace(word, '([\\%_])', '\\\1', 'g') || '%' order by length(word) desc, word))[1:8], '{}')
  from regexp_split_to_table(app.fold(p_text), '\s+') as word
  where word <> ''
$$;
