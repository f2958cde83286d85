-- The locations that the transaction works with; null for all of them. If the setting is missing: none.
create or replace function app.location_ids() returns uuid[]
language sql stable as $$
  select case when current_setting('app.locations', true) = 'all' then null
    else coalesce(nullif(current_setting('app.locations', true), ''), '{}')::uuid[] end
$$;
