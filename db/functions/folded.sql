-- Returns app.fold of a text that is in lower case already, such as a sort name. The planner puts its body in place of
-- the call, so most texts, which are ASCII, cost no function call.
create or replace function app.folded(p_text text) returns text
language sql immutable as $$
  select case when octet_length(p_text) = length(p_text) then p_text else app.fold(p_text) end
$$;
