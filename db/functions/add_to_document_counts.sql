-- Adds to the counts of the documents of one kind and status, in a slot that no other transaction holds. Creates a slot
-- if all are held, so it never waits (kernel.add_to_catalog_totals does the same for the catalog).
create or replace function app.add_to_document_counts(
  p_org_id uuid, p_kind text, p_status text, p_documents bigint, p_open_documents bigint, p_open_lines bigint, p_lines bigint,
  p_partial_lines bigint, p_received_lines bigint) returns void
language plpgsql as $$
begin
  update public.document_counts
  set documents = documents + p_documents, open_documents = open_documents + p_open_documents, open_lines = open_lines + p_open_lines,
    lines = lines + p_lines, partial_lines = partial_lines + p_partial_lines, received_lines = received_lines + p_received_lines
  where org_id = p_org_id and kind = p_kind and status = p_status and slot = (
    select slot from public.document_counts
    where org_id = p_org_id and kind = p_kind and status = p_status
    limit 1 for no key update skip locked);
  if not found then
    insert into public.document_counts (org_id, kind, status, documents, open_documents, open_lines, lines, partial_lines, received_lines)
    values (p_org_id, p_kind, p_status, p_documents, p_open_documents, p_open_lines, p_lines, p_partial_lines, p_received_lines);
  end if;
end $$;
