-- How far a role reaches, as contract/permissions.ts orders them: no member gives or takes more than their own.
create or replace function app.role_rank(p_role text) returns integer
language sql immutable as $$
  select array_position(array['viewer', 'staff', 'admin', 'owner'], p_role)
$$;
