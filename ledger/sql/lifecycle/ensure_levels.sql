-- Creates missing level rows without a lot, empty, for pairs of a product and a location (the arrays are parallel).
-- Locks the locations, as a posting does that sends goods there. Returns how many levels it created.
create or replace function kernel.ensure_levels(p_org_id uuid, p_product_ids uuid[], p_location_ids uuid[]) returns integer
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  made integer;
begin
  perform kernel.require_organization(p_org_id);
  if not p_location_ids <@ coalesce(app.location_ids(), p_location_ids) then
    perform kernel.refuse('forbidden', '{"limited": true}');
  end if;
  perform 1 from locations where org_id = p_org_id and id = any (p_location_ids) order by id for key share;
  insert into stock_levels (org_id, product_id, location_id, lot_id)
  select distinct p_org_id, w.product_id, w.location_id, w.product_id
  from unnest(p_product_ids, p_location_ids) as w (product_id, location_id)
  order by w.product_id, w.location_id
  on conflict do nothing;
  get diagnostics made = row_count;
  return made;
end $$;
