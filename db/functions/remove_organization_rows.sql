-- Removes every row of every table that has an organization's id, the organization last. The tables and their order
-- come from the catalog, so tables added later are included. Only for functions with the owner's rights that have
-- checked that the organization may be removed. Foreign keys look up remaining rows by index, even where the planner
-- thinks a table is empty.
create or replace function app.remove_organization_rows(p_org_id uuid) returns void
language plpgsql set search_path = pg_catalog, public, pg_temp
set enable_seqscan = off as $$
declare
  remaining regclass[];
  removable regclass[];
  emptied regclass;
begin
  perform set_config('app.removing', p_org_id::text, true);
  remaining := array(
    select c.oid::regclass from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and pg_get_userbyid(c.relowner) = 'onhand_owner');
  while remaining <> '{}' loop
    -- Tables that no other remaining table refers to.
    removable := array(
      select t from unnest(remaining) t
      where not exists (
        select from pg_constraint k
        where k.contype = 'f' and k.confrelid = t and k.conrelid <> t and k.conrelid = any (remaining)));
    if removable = '{}' then
      raise exception 'these tables refer to each other in a circle: %', remaining;
    end if;
    foreach emptied in array removable loop
      execute format('delete from %s where org_id = $1', emptied) using p_org_id;
    end loop;
    remaining := array(select t from unnest(remaining) t where t <> all (removable));
  end loop;
  perform set_config('app.removing', '', true);
end $$;
