-- The UTC months that a movement counts in: `happened` is 1 for the month in which it happened, `recorded` is 1 for the
-- month in which it was recorded; otherwise they are 0.
create or replace function kernel.movement_months(p_happened timestamptz, p_recorded timestamptz)
returns table (month date, happened integer, recorded integer)
language sql immutable as $$
  select date_trunc('month', m.at at time zone 'UTC')::date, sum(m.happened)::integer, sum(m.recorded)::integer
  from (values (p_happened, 1, 0), (p_recorded, 0, 1)) as m (at, happened, recorded)
  group by 1
$$;
