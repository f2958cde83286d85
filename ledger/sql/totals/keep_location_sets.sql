-- Keeps the sums of the stock for each set of locations that members are limited to: the server calls it after
-- memberships changed, until it returns false. Each call counts the next two thousand products into one set, and
-- forgets the sets that no member has anymore. At most twenty sets, those with the most members, and none for fewer
-- products than p_products: each costs every posting at its locations something, and adding up the stock for each read
-- costs as much as there are products. The organization's writers of stock wait meanwhile, because a part's sums begin
-- with what is committed.
create or replace function kernel.keep_location_sets(p_org_id uuid, p_products bigint) returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  wanted jsonb;
  next_id uuid;
begin
  perform kernel.require_organization(p_org_id);
  perform kernel.require_all_locations();
  perform kernel.lock_location_sets(p_org_id);
  wanted := (
    select coalesce(jsonb_agg(w.location_ids), '[]')
    from (
      select m.location_ids
      from (
        select array(select distinct l from unnest(m.location_ids) as l order by l) as location_ids
        from members m
        where m.org_id = p_org_id and cardinality(m.location_ids) > 0
          and p_products <= (select coalesce(sum(c.products), 0) from catalogue_totals c where c.org_id = p_org_id)) m
      group by m.location_ids
      order by count(*) desc, m.location_ids
      limit 20) w);
  if kernel.forget_location_sets(p_org_id, wanted) then
    return true;
  end if;
  insert into location_sets (org_id, id, location_ids)
  select p_org_id, gen_random_uuid(), array(select jsonb_array_elements_text(w.location_ids)::uuid)
  from jsonb_array_elements(wanted) as w (location_ids)
  on conflict (org_id, location_ids) do nothing;

  select s.id into next_id from location_sets s
  where s.org_id = p_org_id and s.counted_to is distinct from 'ffffffff-ffff-ffff-ffff-ffffffffffff' limit 1;
  if next_id is null then
    return false;
  end if;
  perform kernel.extend_location_set(p_org_id, next_id, 2000);
  return true;
end $$;
