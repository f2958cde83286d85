-- Whether documents are counted by their locations (app.keep_location_counts), and not removed with their organization.
-- The lock, which everyone who writes documents shares until they commit, lets that function count what exists while
-- nothing is being written.
create or replace function app.counts_documents_at_locations(p_org_id uuid) returns boolean
language plpgsql as $$
begin
  if pg_advisory_xact_lock_shared(kernel.location_sets_lock(p_org_id)) is null then
    return false;
  end if;
  return exists (select from public.document_location_progress where org_id = p_org_id) and not app.is_being_removed(p_org_id);
end $$;
