-- Adds to the counts of the documents of one kind and status that concern these locations, in a slot chosen as in
-- app.add_to_document_counts. Changes nothing if all is zero. A plan made while the table is empty is kept: it must use
-- the index all the same, or counting what exists takes longer with every part.
create or replace function app.add_to_location_counts(
  p_org_id uuid, p_kind text, p_status text, p_location_ids uuid[], p_order_location_ids uuid[], p_documents bigint, p_open_documents bigint,
  p_open_lines bigint, p_lines bigint, p_partial_lines bigint, p_received_lines bigint) returns void
language plpgsql set enable_seqscan = off as $$
begin
  if (p_documents, p_open_documents, p_open_lines, p_lines, p_partial_lines, p_received_lines) = (0, 0, 0, 0, 0, 0) then
    return;
  end if;
  update public.document_location_counts
  set documents = documents + p_documents, open_documents = open_documents + p_open_documents, open_lines = open_lines + p_open_lines,
    lines = lines + p_lines, partial_lines = partial_lines + p_partial_lines, received_lines = received_lines + p_received_lines
  where org_id = p_org_id and kind = p_kind and status = p_status and location_key = hash_array_extended(p_location_ids, 0) and slot = (
    select slot from public.document_location_counts
    where org_id = p_org_id and kind = p_kind and status = p_status and location_key = hash_array_extended(p_location_ids, 0)
      and location_ids = p_location_ids and order_location_ids = p_order_location_ids
    limit 1 for no key update skip locked);
  if not found then
    insert into public.document_location_counts (
      org_id, kind, status, location_ids, order_location_ids, documents, open_documents, open_lines, lines, partial_lines, received_lines)
    values (
      p_org_id, p_kind, p_status, p_location_ids, p_order_location_ids, p_documents, p_open_documents, p_open_lines, p_lines, p_partial_lines,
      p_received_lines);
  end if;
end $$;
