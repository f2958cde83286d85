-- The moment a text means in an organization's time zone: a day its end, a local time that time (of two that are called
-- alike when clocks go back the second, of one that clocks skip the moment as much later), a moment with an offset
-- itself.
create or replace function app.past_moment(p_zone text, p_text text) returns timestamptz
language sql stable set search_path = pg_catalog, pg_temp as $$
  select case
    when length(p_text) = 10 then app.day_end(p_text::date, p_zone)
    when p_text ~ '(Z|[+-]\d\d:\d\d)$' then p_text::timestamptz
    else p_text::timestamp at time zone p_zone end
$$;
