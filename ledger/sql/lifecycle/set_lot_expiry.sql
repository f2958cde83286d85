-- Changes the day until which a lot is good; null: it doesn't expire. Nothing moves: expired and unexpired units are
-- the same balance. If the lot can be used again, orders that wait for the product get it after the commit (the
-- outbox). For members of all locations, because the lot may be at any. Refuses not_found, also for "no lot".
create or replace function kernel.set_lot_expiry(p_org_id uuid, p_product_id uuid, p_lot_id uuid, p_expires_on date) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  v_before date;
begin
  perform kernel.require_organization(p_org_id);
  perform kernel.require_all_locations();
  select expires_on into v_before from lots
  where org_id = p_org_id and product_id = p_product_id and id = p_lot_id and id <> product_id for no key update;
  if not found then
    perform kernel.refuse('not_found', jsonb_build_object('lot_id', p_lot_id));
  end if;
  update lots set expires_on = p_expires_on where org_id = p_org_id and product_id = p_product_id and id = p_lot_id;
  if v_before < coalesce(p_expires_on, 'infinity') then
    insert into outbox (org_id, kind, payload) values (p_org_id, 'backorders', jsonb_build_object('product_ids', jsonb_build_array(p_product_id)));
  end if;
end $$;
