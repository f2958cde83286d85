-- Whether all documents are counted by their locations (app.keep_location_counts).
create or replace function app.has_document_counts(p_org_id uuid) returns boolean
language sql stable as $$
  select count(*) = 3 from public.document_location_progress
  where org_id = p_org_id and counted_to = 'ffffffff-ffff-ffff-ffff-ffffffffffff'
$$;
