-- Whether this database knows a time zone by its IANA name. PostgreSQL itself accepts more (POSIX texts such as FOO+3,
-- abbreviations), so callers check the spelling first.
create or replace function app.is_time_zone(p_name text) returns boolean
language plpgsql stable set search_path = pg_catalog, pg_temp as $$
begin
  return p_name is not null and now() at time zone p_name is not null;
exception when invalid_parameter_value then
  return false;
end $$;
