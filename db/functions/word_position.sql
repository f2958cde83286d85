-- The position in a product's folded sort name of its first word (app.name_words) that begins with a text: 1 if the
-- name itself does, 0 if no word does.
create or replace function app.word_position(p_name_sort text, p_text text) returns integer
language sql immutable as $$
  select case when strpos(' ' || p_name_sort, ' ' || p_text) <= 100 then strpos(' ' || p_name_sort, ' ' || p_text) else 0 end
$$;
