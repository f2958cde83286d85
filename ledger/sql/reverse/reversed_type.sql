-- How history shows the undo of a movement: what came in goes out, and the other way round; the rest keeps its type.
create or replace function kernel.reversed_type(p_type text) returns text
language sql immutable as $$
  select case p_type when 'in' then 'out' when 'out' then 'in' else p_type end
$$;
