-- The roles, created once per cluster (several Onhand databases may share it). Re-applied on every upgrade, so it must
-- be repeatable. onhand_owner owns every table and function and can't sign in. The server works as onhand_app. In
-- transactions of members limited to locations it becomes onhand_limited, which can't sign in either.
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
  -- Without inheriting: a policy of onhand_limited must not apply to onhand_app, which only becomes it.
  if (select rolinherit from pg_roles where rolname = 'onhand_app') then
    alter role onhand_app noinherit;
  end if;
  if not exists (
      select from pg_auth_members where roleid = to_regrole('onhand_limited') and member = to_regrole('onhand_app')) then
    grant onhand_limited to onhand_app;
  end if;
exception when duplicate_object or unique_violation then
  null; -- another database of this cluster created them at the same moment
end $$;
