-- Posts what it can of postings that several people sent at the same moment, each by itself, in order. Per posting:
-- its result with the product's figures right after it, {result, on_hand, available, held}, or null where it has to be
-- posted alone (kernel.post_plain): then nothing of it is left, no key either. p_user_ids says who posts each; the
-- transaction works with all locations, and the `location_ids` of a posting limit it to its own member's.
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
