-- The locations that a posting may touch; null for all: those the transaction works with, restricted to the posting's
-- own `location_ids` if it has any. So one call can post for several members, each within their own limit.
create or replace function kernel.posting_locations(p_posting jsonb) returns uuid[]
language sql stable as $$
  select case
    when jsonb_typeof(p_posting -> 'location_ids') is distinct from 'array' then app.location_ids()
    else array(
      select o.id::uuid from jsonb_array_elements_text(p_posting -> 'location_ids') as o (id)
      where app.location_ids() is null or o.id::uuid = any (app.location_ids())) end
$$;
