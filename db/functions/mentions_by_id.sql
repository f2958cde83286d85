-- Returns a comment's row with the ids of the people mentioned instead of their names.
create or replace function app.mentions_by_id(p_row jsonb) returns jsonb
language sql immutable set search_path = pg_catalog, pg_temp as $$
  select case when jsonb_typeof(p_row -> 'mentions') = 'array'
    then jsonb_set(p_row, '{mentions}', coalesce((select jsonb_agg(coalesce(m -> 'user_id', m)) from jsonb_array_elements(p_row -> 'mentions') m), '[]'))
    else p_row end
$$;
