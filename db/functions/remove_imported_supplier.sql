-- Deletes a supplier that an import created, if nothing names it but products that the import's undo archived. These
-- lose it only then: a supplier that stays in use stays theirs, too. Returns whether it was deleted.
create or replace function app.remove_imported_supplier(p_org_id uuid, p_import_id uuid, p_supplier_id uuid) returns boolean
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (
    select from products p
    where p.org_id = p_org_id and p.supplier_id = p_supplier_id and not exists (
      select from import_records r
      where r.org_id = p_org_id and r.import_id = p_import_id and r.kind = 'product' and r.record_id = p.id
        and r.taken_back_at = p.archived_at)
  ) then
    return false;
  end if;
  update products set supplier_id = null where org_id = p_org_id and supplier_id = p_supplier_id;
  delete from suppliers where org_id = p_org_id and id = p_supplier_id;
  return true;
exception when foreign_key_violation then
  return false;
end $$;
