-- Removes a sample company whole: every row of every table that carries its id, the organisation last. The tables and their order come
-- from the catalogue, so a table that joins later is removed with it. Waits for those who work in it, and lets nobody in meanwhile.
-- Refuses not_found: not the session's organisation, not marked as sample, or the session's user isn't its owner.
-- Foreign keys look for rows that remain: by an index, also where the planner thinks that a table is empty.
-- Security definer, because only the owner may delete from the ledger; its triggers let these deletes pass (app.is_being_removed).
create or replace function app.remove_sample_company(p_org_id uuid) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp
set enable_seqscan = off as $$
declare
  remaining regclass[];
  removable regclass[];
  emptied regclass;
begin
  perform kernel.require_organization(p_org_id);
  perform 1 from organizations where org_id = p_org_id and is_sample for update;
  if not found or not exists (
      select from members
      where org_id = p_org_id and user_id = nullif(current_setting('app.user_id', true), '')::uuid and role = 'owner') then
    perform kernel.refuse('not_found', '{}');
  end if;
  perform kernel.require_all_locations();
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
