-- The scheme, host and port of a web address, without parts that may be secret: name and password, path, query.
create or replace function app.origin_of(p_url text) returns text
language sql immutable set search_path = pg_catalog, pg_temp as $$
  select regexp_replace(p_url, '^(https?://)([^/?#]*@)?([^/?#]*).*$', '\1\3')
$$;
