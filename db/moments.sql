-- Rows of business tables are stamped by app.now(). Re-applied on every upgrade, because a migration can't name a
-- function that is created after it. Not for tables whose rows expire by the clock.

do $$
declare
  stamped record;
begin
  for stamped in
    select c.oid::regclass as name, a.attname as column_name
    from pg_attrdef d
    join pg_class c on c.oid = d.adrelid
    join pg_attribute a on a.attrelid = d.adrelid and a.attnum = d.adnum
    where c.relnamespace = 'public'::regnamespace and pg_get_userbyid(c.relowner) = 'onhand_owner'
      and pg_get_expr(d.adbin, d.adrelid) = 'clock_timestamp()'
      and c.relname not in ('command_results', 'outbox', 'files', 'import_files')
  loop
    execute format('alter table %s alter column %I set default app.now()', stamped.name, stamped.column_name);
  end loop;
end $$;
