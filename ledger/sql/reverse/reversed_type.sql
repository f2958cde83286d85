-- The type of an undone movement in the history: in becomes out and vice versa; other types stay.
create or replace function kernel.reversed_type(p_type text) returns text
language sql immutable as $$
  select case p_type when 'in' then 'out' when 'out' then 'in' else p_type end
$$;
