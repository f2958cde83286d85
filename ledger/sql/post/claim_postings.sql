-- Claims the ids of postings (kernel.claim_posting) and returns, per posting in order, the stored result if it exists,
-- or null if it is new.
create or replace function kernel.claim_postings(p_org_id uuid, p_postings jsonb) returns jsonb
language plpgsql as $$
declare
  results jsonb := '[]';
begin
  for i in 0 .. jsonb_array_length(p_postings) - 1 loop
    results := results || coalesce(kernel.claim_posting(p_org_id, p_postings -> i), 'null');
  end loop;
  return results;
end $$;
