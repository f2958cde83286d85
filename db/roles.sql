-- The two roles, made once per cluster (several Onhand databases may share it). Re-applied on every upgrade, so it must be repeatable.
-- onhand_owner owns every table and function and cannot sign in; onhand_app is what the server works as.
do $$
begin
  if not exists (select from pg_roles where rolname = 'onhand_owner') then
    create role onhand_owner nologin nosuperuser nobypassrls;
  end if;
  if not exists (select from pg_roles where rolname = 'onhand_app') then
    create role onhand_app login nosuperuser nobypassrls nocreatedb nocreaterole;
  end if;
exception when duplicate_object or unique_violation then
  null; -- another database of this cluster made them at the same moment
end $$;
