-- Every table that has an organization's id, those first that no later table refers to, the organizations last. Comes
-- from the catalog, so tables added later are included.
create or replace function app.tables_in_removal_order() returns regclass[]
language plpgsql stable set search_path = pg_catalog, public, pg_temp as $$
declare
  remaining regclass[];
  removable regclass[];
  ordered regclass[] := '{}';
begin
  remaining := array(
    select c.oid::regclass from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and pg_get_userbyid(c.relowner) = 'onhand_owner');
  while remaining <> '{}' loop
    removable := array(
      select t from unnest(remaining) t
      where not exists (
        select from pg_constraint k
        where k.contype = 'f' and k.confrelid = t and k.conrelid <> t and k.conrelid = any (remaining)));
    if removable = '{}' then
      raise exception 'these tables refer to each other in a circle: %', remaining;
    end if;
    ordered := ordered || removable;
    remaining := array(select t from unnest(remaining) t where t <> all (removable));
  end loop;
  return ordered;
end $$;
