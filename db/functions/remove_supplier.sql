-- Deletes a supplier that no product or document names. The foreign keys decide, so tables added later are covered too.
-- Returns whether it was deleted.
create or replace function app.remove_supplier(p_org_id uuid, p_supplier_id uuid) returns boolean
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (select from products where org_id = p_org_id and supplier_id = p_supplier_id) then
    return false;
  end if;
  delete from suppliers where org_id = p_org_id and id = p_supplier_id;
  return true;
exception when foreign_key_violation then
  return false;
end $$;
