-- Posts one posting, all lines or none; returns its result (kernel.write_movements): by the short path if it can
-- (kernel.post_simple), else by the general one. For the posting's format, the guarantees and the locks, see
-- kernel.apply_postings. Refuses with the first refusal that kernel.check_posting would return.
create or replace function kernel.post_stock(p_org_id uuid, p_user_id uuid, p_posting jsonb) returns jsonb
language plpgsql security definer set search_path = pg_catalog, public, pg_temp
set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  result jsonb;
begin
  perform kernel.require_organization(p_org_id);
  result := kernel.claim_posting(p_org_id, p_posting);
  if result is null then
    result := kernel.post_simple(p_org_id, p_user_id, p_posting);
  end if;
  if result is null then
    result := kernel.apply_postings(p_org_id, p_user_id, jsonb_build_array(p_posting), '[null]', false) -> 0;
  end if;
  return result;
end $$;
