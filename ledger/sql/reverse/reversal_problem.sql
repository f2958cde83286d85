-- Returns why a posting can't be undone, whatever the stock is, or null.
create or replace function kernel.reversal_problem(p_org_id uuid, p_original stock_postings) returns text
language plpgsql stable as $$
begin
  return case
    when p_original.source_id is not null then 'posting_belongs_to_document'
    when p_original.reverses_posting_id is not null then 'cannot_reverse'
    when exists (select from stock_postings r where r.org_id = p_org_id and r.reverses_posting_id = p_original.id) then 'already_reversed'
    when kernel.reversed_lines(p_org_id, p_original.id) is null then 'cannot_reverse' end;
end $$;
