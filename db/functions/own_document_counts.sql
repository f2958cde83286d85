-- The counts of the documents that a limited member sees, as far as they are kept (app.has_document_counts). Security
-- definer, because the counts of other locations aren't theirs to read.
create or replace function app.own_document_counts(p_org_id uuid) returns setof document_location_counts
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  own constant uuid[] := app.location_ids();
begin
  if p_org_id::text is distinct from current_setting('app.org_id', true) then
    return;
  end if;
  return query
    select c.* from document_location_counts c
    where c.org_id = p_org_id and (c.location_ids = '{}' or c.location_ids && own)
      and (c.order_location_ids = '{}' or c.order_location_ids && own);
end $$;
