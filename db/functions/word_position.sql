-- At which letter of a product's sort name the first of its words (app.name_words) begins that begins with a text: 1
-- where the name itself does, 0 where none does.
create or replace function app.word_position(p_name_sort text, p_text text) returns integer
language sql immutable as $$
  select case when strpos(' ' || p_name_sort, ' ' || p_text) <= 100 then strpos(' ' || p_name_sort, ' ' || p_text) else 0 end
$$;
