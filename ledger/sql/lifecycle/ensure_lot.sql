-- Returns the lot of a product with this number (ignoring case), creating it with p_id if it is new; an empty number is
-- "no lot". An existing lot keeps its expiry, or gets this one if it has none. Refuses not_found (product), conflict
-- {lot_number, expires_on} if the lot expires on another day.
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
  insert into lots as l (org_id, product_id, id, lot_number, expires_on)
  values (p_org_id, p_product_id, p_id, p_lot_number, p_expires_on)
  on conflict (org_id, product_id, lower(lot_number)) do update set expires_on = coalesce(l.expires_on, excluded.expires_on)
  returning * into lot;
  if lot.expires_on <> p_expires_on then
    perform kernel.refuse('conflict', jsonb_build_object('lot_number', lot.lot_number, 'expires_on', lot.expires_on));
  end if;
  return lot.id;
end $$;
