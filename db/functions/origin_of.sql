-- The scheme, host and port of a web address, without what may be secret in it: name and password, path, query.
create or replace function app.origin_of(p_url text) returns text
language sql immutable set search_path = pg_catalog, pg_temp as $$
  select regexp_replace(p_url, '^(https?://)([^/?#]*@)?([^/?#]*).*$', '\1\3')
$$;
