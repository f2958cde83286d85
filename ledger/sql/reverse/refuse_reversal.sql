-- Refuses a reversal because of the kind of the original: a document's posting, a reversal, already undone, or nothing
-- but commitments. The detail names the related record: the document, the posting it undid, or the one that undid it.
create or replace function kernel.refuse_reversal(p_org_id uuid, p_original stock_postings) returns void
language plpgsql as $$
declare
  code text := kernel.reversal_problem(p_org_id, p_original);
begin
  if code is not null then
    perform kernel.refuse(code, jsonb_strip_nulls(jsonb_build_object('posting_id', p_original.id,
      'source_kind', p_original.source_kind, 'source_id', p_original.source_id, 'reverses_posting_id', p_original.reverses_posting_id,
      'reversed_by_posting_id', (
        select r.id from stock_postings r where r.org_id = p_org_id and r.reverses_posting_id = p_original.id))));
  end if;
end $$;
