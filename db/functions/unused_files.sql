-- Returns the files that nothing has referred to since the given time, over all organizations. Returns ids only; each
-- is removed inside its own organization's scope. Security definer, because row-level security shows the app one
-- organization at a time.
create or replace function app.unused_files(p_before timestamptz, p_limit integer) returns table (org_id uuid, id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp
begin atomic
  select files.org_id, files.id from public.files
  where files.unused_since < p_before
  order by files.unused_since
  limit p_limit;
end;
