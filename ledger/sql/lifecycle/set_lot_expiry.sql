-- Changes the day until which a lot is good (kernel.date_lot). Nothing moves: expired and unexpired units are the same
-- balance. Locks the product, the lot and its levels, as postings do: an order that found the lot expired commits
-- first, so that the work after the commit sees it waiting. For members of all locations, because the lot may be at
-- any. Refuses not_found, also for "no lot", and conflict {lot_number, seen, present} if the day isn't p_from any more
-- (infinity: it didn't expire; null: not compared).
create or replace function kernel.set_lot_expiry(
  p_org_id uuid, p_product_id uuid, p_lot_id uuid, p_expires_on date, p_from date default null) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  lot lots;
begin
  perform kernel.require_organization(p_org_id);
  perform kernel.require_all_locations();
  perform 1 from products where org_id = p_org_id and id = p_product_id for key share;
  select * into lot from lots
  where org_id = p_org_id and product_id = p_product_id and id = p_lot_id and id <> product_id for no key update;
  if not found then
    perform kernel.refuse('not_found', jsonb_build_object('lot_id', p_lot_id));
  elsif p_from <> coalesce(lot.expires_on, 'infinity') then
    perform kernel.refuse('conflict', jsonb_build_object(
      'lot_number', lot.lot_number, 'seen', nullif(p_from, 'infinity'), 'present', lot.expires_on));
  end if;
  if lot.expires_on is distinct from p_expires_on then
    perform 1 from stock_levels where org_id = p_org_id and product_id = p_product_id and lot_id = p_lot_id
    order by location_id for no key update;
    perform kernel.date_lot(p_org_id, p_product_id, p_lot_id, p_expires_on);
  end if;
end $$;
