-- The views for limited members are recreated on every upgrade, because they follow the columns of the tables they
-- replace.
do $$
declare
  old record;
begin
  for old in select c.relname as name from pg_class c where c.relnamespace = 'limited'::regnamespace and c.relkind = 'v' loop
    execute format('drop view if exists limited.%I cascade', old.name);
  end loop;
end $$;
