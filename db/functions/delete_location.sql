-- Deletes a location, or hides it if anything refers to it: stock that was ever there, or a document that names it. The
-- foreign keys decide, so tables added later are covered too. Returns whether it was hidden. A hidden location
-- disappears from every list, its name becomes free, its own minimums are removed, and history still shows it.
create or replace function app.delete_location(p_org_id uuid, p_location_id uuid) returns boolean
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  delete from locations where org_id = p_org_id and id = p_location_id;
  return false;
exception when foreign_key_violation then
  delete from stock_rules where org_id = p_org_id and location_id = p_location_id;
  update locations
  set hidden_at = app.now(), is_active = false, version = version + 1, updated_at = app.now()
  where org_id = p_org_id and id = p_location_id;
  return true;
end $$;
