-- Runs the same steps as post_many over the same postings and returns every refusal, one per line that can't be posted,
-- changing nothing: the work is done in a subtransaction that is rolled back, so the check can't differ from the
-- posting. A line after a refused one is checked as if the refused one didn't exist.
create or replace function kernel.check_posting(p_org_id uuid, p_postings jsonb)
returns table (posting_no integer, entry_no integer, code text, detail jsonb)
language plpgsql security definer set search_path = pg_catalog, public, pg_temp
set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  refusals jsonb;
  numbers text;
begin
  perform kernel.require_organization(p_org_id);
  begin
    refusals := kernel.apply_postings(p_org_id, null, p_postings, kernel.claim_postings(p_org_id, p_postings), true);
    raise exception using errcode = 'OH000', message = 'a check changes nothing';
  exception
    when sqlstate 'OH000' then null;
    when sqlstate 'OH001' then
      get stacked diagnostics numbers = pg_exception_detail;
      refusals := jsonb_build_array(jsonb_build_object('code', sqlerrm, 'detail', numbers::jsonb));
  end;
  return query
    select r.posting_no, r.entry_no, r.code, coalesce(r.detail, '{}')
    from jsonb_to_recordset(refusals) as r (posting_no integer, entry_no integer, code text, detail jsonb);
end $$;
