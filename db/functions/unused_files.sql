-- Returns the files that nothing has referred to since the given time, over all organizations, longest unused first;
-- those after the given file, if any. Returns ids only; each is removed inside its own organization's scope. Security
-- definer, because row-level security shows the app one organization at a time.
create or replace function app.unused_files(p_before timestamptz, p_limit integer, p_after timestamptz, p_after_id uuid)
returns table (org_id uuid, id uuid, unused_since timestamptz)
language sql stable security definer set search_path = pg_catalog, public, pg_temp
begin atomic
  select f.org_id, f.id, f.unused_since from public.files f
  where f.unused_since < p_before
    and (f.unused_since, f.id) > (coalesce(p_after, '-infinity'), coalesce(p_after_id, '00000000-0000-0000-0000-000000000000'))
  order by f.unused_since, f.id
  limit p_limit;
end;
