-- The query that finds texts with a word that begins with each of the given words (app.search_words).
create or replace function app.words_query(p_words text[]) returns tsquery
language sql immutable set search_path = pg_catalog, pg_temp as $$
  select string_agg('''' || word || ''':*', ' & ')::tsquery from unnest(p_words) as word
$$;
