-- Forgets the location sets that aren't wanted (lists of location ids). Returns whether more is left: fifty thousand
-- low products per call, because writers of stock wait meanwhile, and a location that is deleted may leave twenty sets
-- of all products. A set that is being forgotten has counted nothing (counted_to null), so it isn't read or updated.
create or replace function kernel.forget_location_sets(p_org_id uuid, p_wanted jsonb) returns boolean
language plpgsql as $$
declare
  -- Compared one by one: an array of arrays contains the parts of its arrays, too.
  wanted constant jsonb[] := array(select * from jsonb_array_elements(p_wanted));
  rows_gone bigint;
begin
  update public.location_sets set counted_to = null
  where org_id = p_org_id and counted_to is not null and to_jsonb(location_ids) <> all (wanted);
  delete from public.location_set_totals t using public.location_sets s
  where s.org_id = p_org_id and s.counted_to is null and t.org_id = p_org_id and t.set_id = s.id;
  delete from public.location_set_low
  where ctid = any (array(
    select w.ctid from public.location_sets s
    join public.location_set_low w on w.org_id = p_org_id and w.set_id = s.id
    where s.org_id = p_org_id and s.counted_to is null
    limit 50000));
  get diagnostics rows_gone = row_count;
  if rows_gone = 50000 then
    return true;
  end if;
  delete from public.location_sets where org_id = p_org_id and to_jsonb(location_ids) <> all (wanted);
  return false;
end $$;
