-- The roles, made once per cluster (several Onhand databases may share it). Re-applied on every upgrade, so it must be
-- repeatable. onhand_owner owns every table and function and cannot sign in; onhand_app is what the server works as;
-- onhand_limited is what it becomes in the transactions of a member who is limited to locations, and cannot sign in
-- either.
do $$
begin
  if not exists (select from pg_roles where rolname = 'onhand_owner') then
    create role onhand_owner nologin nosuperuser nobypassrls;
  end if;
  if not exists (select from pg_roles where rolname = 'onhand_app') then
    create role onhand_app login nosuperuser nobypassrls nocreatedb nocreaterole;
  end if;
  if not exists (select from pg_roles where rolname = 'onhand_limited') then
    create role onhand_limited nologin nosuperuser nobypassrls nocreatedb nocreaterole;
  end if;
  -- Without inheriting: a policy of onhand_limited is no policy of onhand_app, which only becomes it.
  if (select rolinherit from pg_roles where rolname = 'onhand_app') then
    alter role onhand_app noinherit;
  end if;
  if not exists (
      select from pg_auth_members where roleid = to_regrole('onhand_limited') and member = to_regrole('onhand_app')) then
    grant onhand_limited to onhand_app;
  end if;
exception when duplicate_object or unique_violation then
  null; -- another database of this cluster made them at the same moment
end $$;
