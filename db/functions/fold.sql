-- Returns a text in the form that searches compare: lower case without accents, "Crème brûlée" as "creme brulee". A
-- Greek sigma is the same at the end of a word: lower() writes ΟΔΟΣ with another one than people. Most texts are ASCII
-- and need only lower(). Columns and indexes hold its results: a change here needs a migration that
-- writes these again. Cost 1: the planner only puts a function in place of its call if its arguments are cheap.
create or replace function app.fold(p_text text) returns text
language sql immutable cost 1 set search_path = pg_catalog, pg_temp as $$
  select case when octet_length(p_text) = length(p_text) then lower(p_text)
    else translate(
      replace(replace(replace(regexp_replace(normalize(lower(p_text), nfkd), '[\u0300-\u036f]', '', 'g'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'),
      'øłđðħıς', 'olddhiσ') end
$$;
