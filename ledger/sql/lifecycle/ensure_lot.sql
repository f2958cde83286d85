-- Returns the lot of a product with this number (ignoring case), creating it with p_id if it is new; an empty number is
-- "no lot". An existing lot keeps its expiry, or gets this one if it has none. That concerns the lot at all locations:
-- as when its date is corrected (kernel.set_lot_expiry), what is reserved in it is released after the commit if the
-- date has passed, and a limited member can't give a date to a lot that is at other locations, too. Refuses not_found
-- (product), conflict {lot_number, expires_on} if the lot expires on another day, or keeps having none (null).
create or replace function kernel.ensure_lot(p_org_id uuid, p_product_id uuid, p_id uuid, p_lot_number text, p_expires_on date) returns uuid
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  lot lots;
begin
  perform kernel.require_organization(p_org_id);
  perform 1 from products where org_id = p_org_id and id = p_product_id for key share;
  if not found then
    perform kernel.refuse('not_found', jsonb_build_object('product_id', p_product_id));
  elsif coalesce(p_lot_number, '') = '' then
    return p_product_id;
  end if;
  insert into lots (org_id, product_id, id, lot_number, expires_on)
  values (p_org_id, p_product_id, p_id, p_lot_number, p_expires_on)
  on conflict (org_id, product_id, lower(lot_number)) do nothing;
  select * into lot from lots
  where org_id = p_org_id and product_id = p_product_id and lower(lot_number) = lower(p_lot_number) for no key update;
  if lot.expires_on is null and p_expires_on is not null and not exists (
      select from stock_levels s
      where s.org_id = p_org_id and s.product_id = p_product_id and s.lot_id = lot.id
        and s.available + s.reserved + s.held + s.in_transit > 0 and s.location_id <> all (app.location_ids())) then
    perform kernel.date_lot(p_org_id, p_product_id, lot.id, p_expires_on);
  elsif lot.expires_on is distinct from p_expires_on and p_expires_on is not null then
    perform kernel.refuse('conflict', jsonb_build_object('lot_number', lot.lot_number, 'expires_on', lot.expires_on));
  end if;
  return lot.id;
end $$;
