-- The key of the lock between those who write stock and kernel.keep_location_sets.
create or replace function kernel.location_sets_lock(p_org_id uuid) returns bigint
language sql immutable as $$
  select hashtextextended('location sets ' || p_org_id, 0)
$$;
