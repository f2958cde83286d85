-- The location set of a limited member whose sums are kept (kernel.keep_location_sets); null if there is none. Security
-- definer, because the sums of other sets aren't theirs to read.
create or replace function app.own_location_set(p_org_id uuid) returns uuid
language sql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
  select s.id from location_sets s
  where s.org_id = p_org_id and p_org_id::text = current_setting('app.org_id', true)
    and s.counted_to = 'ffffffff-ffff-ffff-ffff-ffffffffffff'
    and s.location_ids = array(select distinct l from unnest(app.location_ids()) as l order by l)
$$;
