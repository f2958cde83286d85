-- Posts as many as possible of the postings that several people sent at the same moment, each independently, in order.
-- Returns, per posting, its result with the product's figures right after it, {result, on_hand, available, held}, or
-- null if it must be posted alone (kernel.post_plain), in which case it leaves no trace, not even a key. p_user_ids:
-- who makes each posting. The transaction works with all locations; a posting's `location_ids` limit it to its own
-- member's.
create or replace function kernel.post_group(p_org_id uuid, p_user_ids uuid[], p_postings jsonb) returns jsonb
language plpgsql security definer set search_path = pg_catalog, public, pg_temp
set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  answers jsonb := to_jsonb(array_fill(null::boolean, array[jsonb_array_length(p_postings)]));
  posted record;
begin
  perform kernel.require_organization(p_org_id);
  perform kernel.require_all_locations();
  posted := kernel.post_plain(p_org_id, p_user_ids, p_postings, answers);
  select jsonb_agg(case when f.figures is not null then f.figures || jsonb_build_object('result', r.result) end order by r.no)
  into answers
  from jsonb_array_elements(posted.results) with ordinality as r (result, no)
  left join kernel.figures_after(p_org_id, posted.legs) f on f.posting_no = r.no;
  return answers;
end $$;
