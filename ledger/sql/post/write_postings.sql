-- Writes postings whose legs were decided under the locks of kernel.lock_levels, complete: levels, totals, the state of
-- locations with their own minimum, postings, movements and months. Returns the results (kernel.write_movements). Each
-- posting is recorded a microsecond after the previous one, and all of them later than the last recorded time of the
-- levels: versions define the order, even if the clock steps back. p_user_ids: who makes each posting.
create or replace function kernel.write_postings(
  p_org_id uuid, p_user_ids uuid[], p_postings jsonb, p_results jsonb, p_levels kernel.levels, p_legs kernel.leg[], p_backorders kernel.backorder[])
returns jsonb
language plpgsql as $$
declare
  first timestamptz := greatest(app.now(), p_levels.newest + interval '1 microsecond');
  recorded timestamptz[] := array(
    select first + (n - 1) * interval '1 microsecond' from generate_series(1, jsonb_array_length(p_postings)) as n);
begin
  perform kernel.write_levels(p_org_id, p_levels, p_legs, recorded);
  perform kernel.write_totals(p_org_id, p_legs, p_backorders);
  perform app.note_low_locations(p_org_id, array_agg(r.product_id), array_agg(r.location_id))
  from (
    select distinct c.product_id, c.location_id from kernel.account_changes(p_legs) c where c.account in ('available', 'reserved')
  ) n
  join stock_rules r on r.org_id = p_org_id and r.product_id = n.product_id and r.location_id = n.location_id
  having count(*) > 0;
  return kernel.write_movements(p_org_id, p_user_ids, p_postings, p_results, p_legs, recorded);
end $$;
