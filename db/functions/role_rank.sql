-- The rank of a role, in the order of contract/permissions.ts: no member can assign or remove a role above their own.
create or replace function app.role_rank(p_role text) returns integer
language sql immutable as $$
  select array_position(array['viewer', 'staff', 'admin', 'owner'], p_role)
$$;
