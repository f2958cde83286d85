-- Returns the last microsecond of a day in a time zone, whatever the day's length. Where clocks go back at midnight
-- (Havana, the Azores) the next day begins with the first of two midnights; PostgreSQL alone would use the second.
create or replace function app.day_end(p_day date, p_zone text) returns timestamptz
language sql stable set search_path = pg_catalog, pg_temp as $$
  select min(candidate) - interval '1 microsecond'
  from (values (interval '0'), (interval '30 minutes'), (interval '1 hour')) as earlier (by)
  cross join lateral (select (p_day + 1)::timestamp at time zone p_zone - earlier.by as candidate) as c
  where candidate at time zone p_zone >= p_day + 1
$$;
