-- Records since when a supplier has been inactive, whether its form, an import or the undo of an import deactivated it.
create or replace function app.date_supplier_status() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if new.status = 'active' then
    new.inactive_since := null;
  elsif tg_op = 'INSERT' or old.status = 'active' then
    new.inactive_since := app.now();
  end if;
  return new;
end $$;

create or replace trigger date_status before insert or update of status on public.suppliers
for each row execute function app.date_supplier_status();
