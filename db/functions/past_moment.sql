-- Returns the moment that a text means in an organization's time zone. A day means its end. A local time means that
-- time: if it occurs twice because clocks go back, the second; if clocks skip it, as much later. A moment with an
-- offset means itself.
create or replace function app.past_moment(p_zone text, p_text text) returns timestamptz
language sql stable set search_path = pg_catalog, pg_temp as $$
  select case
    when length(p_text) = 10 then app.day_end(p_text::date, p_zone)
    when p_text ~ '(Z|[+-]\d\d:\d\d)$' then p_text::timestamptz
    else p_text::timestamp at time zone p_zone end
$$;
