-- Deletes a location, or hides it if anything refers to it: stock that was ever there, or a document that names it.
-- The foreign keys decide, so tables added later are covered too. Returns whether it was hidden. A hidden location
-- disappears from every list, its name becomes free, its own minimums are removed, and history still shows it.
-- Products that name it lose the name, archived ones too, except those that this transaction archived: the undo of an
-- import changes each of its products once. Those that someone is saving at this moment also keep it: waiting for them
-- could deadlock. Saving a product with an unchanged name creates no location. Limited members and API keys lose access
-- to it. The caller has locked them and ensures that each keeps another one; only revoked keys, which open nothing, may
-- name it alone.
create or replace function app.delete_location(p_org_id uuid, p_location_id uuid) returns boolean
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  update products set location = null, version = version + 1, updated_at = app.now()
  where org_id = p_org_id and id in (
    select p.id from products p
    join locations l on l.org_id = p_org_id and l.id = p_location_id and lower(l.name) = lower(p.location)
    where p.org_id = p_org_id and (p.archived_at is null or p.archived_at < transaction_timestamp())
    for no key update of p skip locked);
  update members set location_ids = array_remove(location_ids, p_location_id)
  where org_id = p_org_id and p_location_id = any (location_ids);
  update api_keys set location_ids = array_remove(location_ids, p_location_id)
  where org_id = p_org_id and p_location_id = any (location_ids) and revoked_at is null;
  begin
    delete from locations where org_id = p_org_id and id = p_location_id;
    return false;
  exception when foreign_key_violation then
    delete from stock_rules where org_id = p_org_id and location_id = p_location_id;
    update locations
    set hidden_at = app.now(), is_active = false, version = version + 1, updated_at = app.now()
    where org_id = p_org_id and id = p_location_id;
    return true;
  end;
end $$;
