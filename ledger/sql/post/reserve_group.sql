-- Posts as many as possible of the postings that reserve for sales orders of several people, each independently, in
-- order (kernel.post_reservations). Returns, per posting, its result, or null if it must be posted alone, in which case
-- it leaves no trace, neither a key nor a demand. The transaction works with all locations.
create or replace function kernel.reserve_group(p_org_id uuid, p_user_ids uuid[], p_postings jsonb) returns jsonb
language plpgsql security definer set search_path = pg_catalog, public, pg_temp
set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  results jsonb := to_jsonb(array_fill(null::boolean, array[jsonb_array_length(p_postings)]));
begin
  perform kernel.require_organization(p_org_id);
  perform kernel.require_all_locations();
  results := kernel.post_reservations(p_org_id, p_user_ids, p_postings, results);
  return (
    select jsonb_agg(nullif(r.result, 'false') order by r.no) from jsonb_array_elements(results) with ordinality as r (result, no));
end $$;
